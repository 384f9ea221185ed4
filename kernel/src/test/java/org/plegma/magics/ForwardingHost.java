package org.plegma.magics;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.plegma.display.page.MimeBundle;

/** A host that hands everything on to another one; tests override what they want to see. */
class ForwardingHost implements Host {
    private final Host host;

    ForwardingHost(Host host) {
        this.host = host;
    }

    @Override
    public Object evaluate(String source, int firstLine) throws Exception {
        return host.evaluate(source, firstLine);
    }

    @Override
    public void bind(String name, String type, Object value) throws Exception {
        host.bind(name, type, value);
    }

    @Override
    public Optional<Object> variable(String name) {
        return host.variable(name);
    }

    @Override
    public List<Variable> variables() {
        return host.variables();
    }

    @Override
    public void display(MimeBundle bundle) {
        host.display(bundle);
    }

    @Override
    public void display(MimeBundle bundle, String displayId) {
        host.display(bundle, displayId);
    }

    @Override
    public void update(MimeBundle bundle, String displayId) {
        host.update(bundle, displayId);
    }

    @Override
    public PrintStream out() {
        return host.out();
    }

    @Override
    public void addToClasspath(List<Path> entries) throws Exception {
        host.addToClasspath(entries);
    }

    @Override
    public List<Path> classpath() {
        return host.classpath();
    }
}
