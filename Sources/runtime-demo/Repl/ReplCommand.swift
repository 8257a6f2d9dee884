// ReplCommand.swift - the commands of the repl, which begin with a colon.

package struct ReplCommand {
    package let name, arguments, help: String

    package static let all = [
        ReplCommand(name: "help", arguments: "", help: "this list, and a short program"),
        ReplCommand(
            name: "inspect", arguments: "NAME", help: "all that the runtime knows about an object or a class"
        ),
        ReplCommand(name: "memory", arguments: "NAME", help: "the bytes of an object: its isa, its ivars, its header"),
        ReplCommand(
            name: "graph", arguments: "NAME ...",
            help: "draw the isa and superclass arrows of objects and classes"),
        ReplCommand(
            name: "trace", arguments: "on | off | messages",
            help: "print the steps of later statements; messages: with every message that is sent"),
        ReplCommand(
            name: "load", arguments: "NAME",
            help: "run a script in a file, or a scenario of 'runtime-demo trace --list'"),
        ReplCommand(
            name: "page", arguments: "[FILE]",
            help: "write the page of this session, which steps through its statements"),
        ReplCommand(name: "variables", arguments: "", help: "the variables and their values"),
        ReplCommand(
            name: "classes", arguments: "", help: "the classes made here, and their notifying classes"),
        ReplCommand(name: "quit", arguments: "", help: "leave the repl, as Ctrl-D does"),
    ]

    static func help() -> Page {
        var page = Page()
        page.paragraph(
            "A line is a statement of the script language: a message, an assignment, a class. Its value is printed. "
                + "Ctrl-C cancels the line, or stops the statement.", indent: 0)
        page.paragraph("Lines that begin with a colon are commands:", indent: 0)
        page.line()
        page.table(all.map { [":\($0.name) \($0.arguments)", $0.help] }, limits: [28], indent: 2)
        page.line()
        page.paragraph("To begin with:", indent: 0)
        page.line()
        for line in [
            "@class Person : NSObject { int age; NSString *name; }", "p = [Person new]",
            "[p addObserver: printer forKeyPath: @\"age\" options: new|old]", "p.age = 42", ":graph p",
            "inspect p",
        ] {
            page.line("  " + line)
        }
        return page
    }
}
