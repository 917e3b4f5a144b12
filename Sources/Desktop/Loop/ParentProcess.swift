// The process that started this one.
import CThreads

/// The parent of a program that tests start and kill.
public enum ParentProcess {
    /// Has the kernel kill this process when the thread that started it ends: a program that works without end would go
    /// on for ever after the end of a test run.
    public static func endWithIt() { tessera_end_with_parent() }
}
