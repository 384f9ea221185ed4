package org.plegma.expr.syntax;

import java.util.List;
import java.util.Optional;

/** A statement of a source, as read. */
public sealed interface Statement {

    record DeclareParam(Ast.Name name, Optional<Ast> value) implements Statement {}

    record DeclareCoef(Ast.Name name, Ast.Bracketed list) implements Statement {}

    record DeclareField(Ast.Name name) implements Statement {}

    /** {@code name(parameters) = body}; without parentheses there are no parameters. */
    record Define(Ast.Name name, List<Ast.Name> parameters, Ast body) implements Statement {}

    record Assign(Ast.Indexed target, Ast value) implements Statement {}
}
