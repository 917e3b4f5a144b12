import Browse
import Testing

/// Which renderer is taken for which machine.
struct RendererChoiceTests {
    private func facts(_ change: (inout GraphicsFacts) -> Void) -> GraphicsFacts {
        var facts = GraphicsFacts()
        change(&facts)
        return facts
    }

    @Test func withoutAGraphicsDeviceCairoDraws() {
        #expect(RendererChoice(GraphicsFacts()) == .cairo(because: "no graphics device"))
        #expect(
            RendererChoice(facts { $0.requestedDrivers = ["swrast", "llvmpipe"] })
                == .cairo(because: "no graphics device"))
    }

    @Test func theUsersVariableWinsOverEverything() {
        let all = facts {
            $0.requestedRenderer = "gl"
            $0.alwaysSoftware = "1"
        }
        #expect(RendererChoice(all) == .requested("gl"))
        #expect(RendererChoice(all).reason == "GSK_RENDERER=gl")
        #expect(RendererChoice(facts { $0.requestedRenderer = "" }) == .cairo(because: "no graphics device"))
    }

    @Test func aDeviceIsNotTakenAtItsWord() {
        let choice = RendererChoice(facts { $0.hasDevice = true })
        #expect(choice == .undecided)
        #expect(choice.reason == nil)
        // Drivers of other machines and interfaces have no device here.
        for driver in ["virpipe", "zink", "d3d12"] {
            #expect(RendererChoice(facts { $0.requestedDrivers = [driver] }) == .undecided)
        }
    }

    @Test(arguments: [("1", true), ("true", true), ("0", false), ("false", false), ("No", false), ("", false)])
    func softwareThatIsDemandedIsBelieved(value: String, isSoftware: Bool) {
        let choice = RendererChoice(
            facts {
                $0.hasDevice = true
                $0.alwaysSoftware = value
            })
        #expect(choice == (isSoftware ? .cairo(because: "LIBGL_ALWAYS_SOFTWARE=\(value)") : .undecided))
    }

    @Test(arguments: [
        "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "SwiftShader Device (LLVM 10.0.0)",
        "SWR (LLVM 11.0.1, 256 bits)", "zink Vulkan 1.3(llvmpipe (LLVM 19.1.7, 256 bits) (MESA_LLVMPIPE))",
    ])
    func softwareIsKnownByItsName(name: String) {
        guard case .cairo(let reason) = RendererChoice(openGL: name) else {
            Issue.record("\(name) was taken for hardware")
            return
        }
        #expect(reason.hasPrefix("OpenGL is "))
    }

    @Test func hardwareAndAMachineWithoutOpenGLAreLeftToTheToolkit() {
        let name = "Mesa Intel(R) UHD Graphics 620 (KBL GT2)"
        #expect(RendererChoice(openGL: name) == .toolkit(because: "OpenGL is \(name)"))
        #expect(
            RendererChoice(openGL: "virgl (AMD Radeon RX 6600)")
                == .toolkit(because: "OpenGL is virgl (AMD Radeon RX 6600)"))
        #expect(RendererChoice(openGL: nil) == .toolkit(because: "no OpenGL"))
        #expect(RendererChoice(openGL: "llvmpipe (LLVM 15.0.6, 256 bits)") == .cairo(because: "OpenGL is llvmpipe"))
    }
}
