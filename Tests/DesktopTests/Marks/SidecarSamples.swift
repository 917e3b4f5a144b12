// Sidecars as other programs write them, with much that this one does not know.

enum SidecarSamples {
    /// As darktable 4 writes `a.CR2.xmp`: a history stack, masks and lists.
    static let darktable = """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
            xmlns:darktable="http://darktable.sf.net/"
           exif:DateTimeOriginal="2023:06:14 18:30:00.000"
           xmp:Rating="2"
           xmpMM:DerivedFrom="a.CR2"
           darktable:xmp_version="5"
           darktable:raw_params="0"
           darktable:auto_presets_applied="1"
           darktable:history_end="2"
           darktable:iop_order_version="4">
           <dc:subject>
            <rdf:Bag>
             <rdf:li>sea &amp; sky</rdf:li>
             <rdf:li>été</rdf:li>
            </rdf:Bag>
           </dc:subject>
           <darktable:masks_history>
            <rdf:Seq/>
           </darktable:masks_history>
           <darktable:history>
            <rdf:Seq>
             <rdf:li
              darktable:num="0"
              darktable:operation="rawprepare"
              darktable:enabled="1"
              darktable:modversion="1"
              darktable:params="010000000800000000000000"
              darktable:multi_name=""
              darktable:blendop_version="11"
              darktable:blendop_params="gz11eJxjYGBgkGAAgRNODESDBnsIHll8ANNSGQM="/>
             <rdf:li
              darktable:num="1"
              darktable:operation="exposure"
              darktable:enabled="1"
              darktable:params="00000000000080b90000003f"/>
            </rdf:Seq>
           </darktable:history>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>

        """

    /// As digiKam 8 writes `a.jpg.xmp`: in a packet, with elements and tags of its own.
    static let digiKam = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:digiKam="http://www.digikam.org/ns/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
            xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
           digiKam:PickLabel="3"
           digiKam:ColorLabel="0"
           xmp:CreatorTool="digiKam-8.0.0"
           MicrosoftPhoto:Rating="99"
           acdsee:rating="5">
           <xmp:Rating>5</xmp:Rating>
           <digiKam:TagsList>
            <rdf:Seq>
             <rdf:li>People/Ada</rdf:li>
            </rdf:Seq>
           </digiKam:TagsList>
           <mwg-rs:Regions rdf:parseType="Resource">
            <mwg-rs:RegionList>
             <rdf:Bag>
              <rdf:li>
               <rdf:Description mwg-rs:Name="Ada" mwg-rs:Type="Face">
                <mwg-rs:Area stArea:x="0.5" stArea:y="0.25" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/>
               </rdf:Description>
              </rdf:li>
             </rdf:Bag>
            </mwg-rs:RegionList>
           </mwg-rs:Regions>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """

    /// What darktable 4.2.1 (Debian 12) wrote as `IMG_1.jpg.xmp` when its Lua interface gave the photo four stars, a
    /// colour, a tag, a place and words.
    static let byDarktable = """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
            xmlns:darktable="http://darktable.sf.net/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
           exif:DateTimeOriginal="2024:05:12 10:31:00.000"
           exif:GPSVersionID="2.2.0.0"
           exif:GPSLongitude="24,0.000000E"
           exif:GPSLatitude="35,30.000000N"
           xmp:Rating="4"
           xmpMM:DerivedFrom="IMG_1.jpg"
           darktable:import_timestamp="63931123544841029"
           darktable:change_timestamp="-1"
           darktable:export_timestamp="-1"
           darktable:print_timestamp="-1"
           darktable:xmp_version="5"
           darktable:raw_params="0"
           darktable:auto_presets_applied="0"
           darktable:history_end="0"
           darktable:iop_order_version="2">
           <darktable:colorlabels>
            <rdf:Seq>
             <rdf:li>0</rdf:li>
            </rdf:Seq>
           </darktable:colorlabels>
           <darktable:masks_history>
            <rdf:Seq/>
           </darktable:masks_history>
           <darktable:history>
            <rdf:Seq/>
           </darktable:history>
           <dc:creator>
            <rdf:Seq>
             <rdf:li>A. Person</rdf:li>
            </rdf:Seq>
           </dc:creator>
           <dc:title>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">The harbour</rdf:li>
            </rdf:Alt>
           </dc:title>
           <dc:description>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">Seen from the lighthouse</rdf:li>
            </rdf:Alt>
           </dc:description>
           <dc:subject>
            <rdf:Bag>
             <rdf:li>Chania</rdf:li>
             <rdf:li>Crete</rdf:li>
             <rdf:li>places</rdf:li>
            </rdf:Bag>
           </dc:subject>
           <lr:hierarchicalSubject>
            <rdf:Bag>
             <rdf:li>places|Crete|Chania</rdf:li>
            </rdf:Bag>
           </lr:hierarchicalSubject>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>

        """

    /// What digiKam 7.9.0 (Debian 12) wrote as `IMG_1.jpg.xmp` when Ctrl+4 and Alt+3 were pressed on the photo: four
    /// stars, and the pick label "accepted".
    static let byDigiKam = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
            xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:digiKam="http://www.digikam.org/ns/1.0/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
           acdsee:rating="4"
           MicrosoftPhoto:Rating="75"
           xmp:Rating="4"
           digiKam:PickLabel="3"
           tiff:YCbCrPositioning="1"
           tiff:XResolution="72/1"
           tiff:YResolution="72/1"
           tiff:ResolutionUnit="2"
           tiff:Make="Acme"/>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """

    /// As Lightroom writes `a.xmp`, of a photo that was rejected.
    static let rejected = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xap="http://ns.adobe.com/xap/1.0/" xap:Rating="-1"/>
        <rdf:Description rdf:about="" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:pick="1"/>
        </rdf:RDF></x:xmpmeta>
        """
}
