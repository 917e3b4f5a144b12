// The order in which exiftool put a thousand files, for machines without it.

/// Indices into `DatedFile.thousand()`, each in two digits of base 32.
enum RecordedOrder {
    static let places: [Int] = {
        let numbers = digits.filter { $0 != "\n" }.compactMap { Int(String($0), radix: 32) }
        return stride(from: 0, to: numbers.count - 1, by: 2).map { 32 * numbers[$0] + numbers[$0 + 1] }
    }()

    /// Returns the digits of an order in lines of a hundred, as they stand below.
    static func text(_ order: [Int]) -> String {
        var text = ""
        for (index, place) in order.enumerated() {
            if index % 50 == 0 { text += "\n" }
            text += String(place / 32, radix: 32) + String(place % 32, radix: 32)
        }
        return text
    }

    private static let digits = """
        47ieark3sf3n824sofpsu6ndmnp4dl7nlgd7kamice9c30knhejgr6hj226f9mqr35hsh8409s925hl8la4jnr9dnt2ffu1q9fqi
        m0ko04ql8gkeq3v7f9su4b77ddhl8f8ufrrcj53r9ulp6gnfr2gn4grg9ammu0pe2mn1q7pd3ul0jpa5ij8t19i7qjjbdhv4ephk
        6eanq4souscds0dueah6d0loss4qpin45nlkrlshbsf7c31uda2rmqk7hh7laq5iu5ubmlc48hpmtv10lje0o646uobl410nci6h
        bjgaseslo2uhutomu11hed70nvkfe76ugqn79612tp511are8d0qrfe1b3pp38q8i6r4td7rmkgkrb0rfsjloeohcm89k0bvrd6c
        tqc6a2puuvjoefd4kits50ajo9lh4hgvdcgrlf0jpk7vhfpo2pjr8vg6g2am74e6gifmatrps9fco7p9eue3pvf20ias52b9gllc
        j46qhccf6ds3ao8sqs496n763b9vsdv65f6s3mgg7bjfklgufbtcbacqf44f4muem2062esrpt7u03g8qkmvdvmjocqokg276vf8
        qm63f5l2k24t7g1dq025k6bi5s81d820a9t7gb0tkqhbnmnbr5fotufhbf6m2a90a6dn17rhj0h97qufsphpetdt29qhk90hn5hr
        jiii795tmbj9inaf2qcoo5m9j27kj87mgm2k88ihhtug7jhvaeqa87fvfprjpaha0ma7cnjc48a8feb7maos9hr3l75d86r90lpr
        u9l1cg4l0eh1rmr8ia3jnc32sa0pcvj63snottum6b8ibdhd99flqdhqcb5lctnli1i0hmmudfm5al5mk5t467igfn3k7fc5592d
        cjb62i9bk1teagrvju5vsq9qg1iu28nj5p1ro0llt62tnuoi3ljsb58edp7sn65ekm58gdsb1ehn54mt3qbm98mhdm60br8ah0fq
        ui56ujdkjk3gta751o6jj1lt6a62db1gekqtghtbca914v5cfg00u3gpf13esvd6obm63tkvtl31ik3pi4rikj5geb1t9tlren9j
        6rnps1eq9echl94e052gok0o2hair1cldg16b0st4k6t1n188r9pn0snuq2levcu7at8ahs8h2nhpgoackqc8oovv1e4d1q5opt5
        ogq9khho53ktf0f3c1me66t1doo4c8sg8j94a1djgjbqmdojb8mgfa39i5is36g98noqbupnlv4dud2v4rrk9kro738p57qb3irr
        bo64acjji8114pgc83ivjtpcc0uri97tpfup3384qv55v3p295tkfkplu48m079iej1mjdl472tjo3b1ftq6bk2o5a8cehfdh7aa
        tg4u3hk4lev0gea36i5ohu7ht0h5kc2smrn3s5kd0gjabg78otnn3o085b71m8o8e5kbjmninsg4i385kprqp5iouc0kei3corbt
        h4p01s14q2odb4bn61mcjvkr4o0us7eslmirpblnsj5reed9pjp7qftn2ne2t9ibidu8qeol09hidek8ul7eqqp1e9t3mpcsluds
        it1p0veomokubpdip6t21l9rtooo65q19g445kg5g3g0tmj7jq3d1jukbc5un86lngifad42o134ouquc29ouugo0b45ipiqskg7
        f6a0smicd3nadr9l3fjhn9bh80d2tipqtrmfab6kldrajn13eg4aneksm30f93cc687pbe1vap266ob21kc74n2junavr08bl597
        8q4cjesc4iauecm724th0sm4rtv2ilcr7c7oe8erhglqimqns6gt7d43v5i2qgon6ps4emls1b3al6run25qdqrs3v8kkk7imsfi
        1ftfua0221a4fjm1nkqpr7012u5j8lbbc9liphsiu20c151c232c699ncpgfh3j3l3p8rns2u70a0d1i2b37akd5elffgslbnqp3
        """
}
