package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Function;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Table;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/** Expressions of a type that Java gives exactly, whatever is mixed in them. */
public final class Expressions {
    static final List<String> NUMBERS = List.of("int", "long", "float", "double");

    private final Draw draw;
    private final Scope scope;
    private final boolean host;
    private final Literals literals;
    private final Subscripts subscripts;

    /** @param host whether it is computed around the loops, where elements of arrays cannot be used */
    Expressions(Draw draw, Scope scope, boolean host) {
        this.draw = draw;
        this.scope = scope;
        this.host = host;
        this.literals = new Literals(draw);
        this.subscripts = new Subscripts(draw, scope, this);
    }

    Subscripts subscripts() {
        return subscripts;
    }

    Literals literals() {
        return literals;
    }

    public static boolean isWhole(String type) {
        return type.equals("int") || type.equals("long");
    }

    public static boolean isReal(String type) {
        return type.equals("float") || type.equals("double");
    }

    String anyNumber() {
        return draw.of(NUMBERS);
    }

    /** A type whose values become this one without a cast. */
    String widening(String type) {
        int rank = NUMBERS.indexOf(type);
        return rank <= 0 || draw.chance(60) ? type : NUMBERS.get(draw.below(rank + 1));
    }

    Piece of(String type, int depth) {
        if (depth <= 0 || draw.chance(12)) {
            return leaf(type);
        }
        Piece made = type.equals("boolean") ? condition(depth - 1) : number(type, depth - 1);
        return draw.chance(6) ? Piece.of(type, Piece.PRIMARY, "(", made, ")") : made;
    }

    private Piece leaf(String type) {
        List<Variable> variables = scope.variables(type);
        int choice = draw.below(10);
        if (choice < 4 && !variables.isEmpty()) {
            return Piece.of(type, Piece.PRIMARY, draw.of(variables).name());
        }
        List<Table> tables = scope.tables(type);
        if (choice < 8 && !host && !tables.isEmpty()) {
            return subscripts.element(draw.of(tables));
        }
        boolean length = type.equals("int") && draw.chance(10) && !scope.tables.isEmpty();
        if (length) {
            Table table = draw.of(scope.tables);
            String row = table.axes() == 2 && draw.chance(50) ? "[0]" : "";
            return Piece.of(type, Piece.PRIMARY, table.name() + row + ".length");
        }
        return literals.of(type);
    }

    private Piece number(String type, int depth) {
        boolean whole = isWhole(type);
        return switch (draw.below(20)) {
            case 0, 1, 2, 3, 4, 5 -> binary(type, draw.of("+", "-", "*"), depth);
            case 6, 7 -> quotient(type, depth);
            case 8, 9 -> whole
                    ? binary(type, draw.of("&", "|", "^"), depth)
                    : binary(type, draw.of("+", "-", "*"), depth);
            case 10, 11 -> whole ? shift(type, depth) : quotient(type, depth);
            case 12, 13 -> choice(type, depth);
            case 14, 15 -> cast(type, depth);
            case 16 -> unary(type, depth);
            case 17 -> call(type, depth);
            default -> function(type, depth);
        };
    }

    /** Two types of which the wider is this one. */
    private String[] operands(String type) {
        String other = NUMBERS.get(draw.below(NUMBERS.indexOf(type) + 1));
        String second = draw.chance(50) ? type : other;
        return draw.chance(50) ? new String[] {type, second} : new String[] {second, type};
    }

    private Piece binary(String type, String operator, int depth) {
        String[] types = operands(type);
        if (type.equals("int") && draw.chance(2)) {
            Piece letter = Piece.of("", Piece.PRIMARY, draw.of("'a'", "'\\n'", "'0'", "'\\u0041'", "'\\uffff'"));
            return join(type, operator, letter, of("int", depth));
        }
        return join(type, operator, of(types[0], depth), of(types[1], depth));
    }

    private static int level(String operator) {
        return switch (operator) {
            case "*", "/", "%" -> 13;
            case "+", "-" -> 12;
            case "<<", ">>", ">>>" -> 11;
            case "<", ">", "<=", ">=" -> 10;
            case "==", "!=" -> 9;
            case "&" -> 8;
            case "^" -> 7;
            case "|" -> 6;
            case "&&" -> 5;
            default -> 4;
        };
    }

    Piece join(String type, String operator, Piece left, Piece right) {
        int level = level(operator);
        String space = draw.chance(95) ? " " : "";
        boolean apart = space.isEmpty() && (operator.equals("-") || operator.equals("+"));
        return Piece.of(
                type, level, wrapped(left, level), space, operator, apart ? " " : space, wrapped(right, level + 1));
    }

    public static Piece wrapped(Piece piece, int level) {
        return piece.level() >= level ? piece : Piece.of(piece.type(), Piece.PRIMARY, "(", piece, ")");
    }

    private Piece quotient(String type, int depth) {
        String operator = draw.of("/", "%");
        String[] types = operands(type);
        return join(
                type, operator, of(types[0], depth), isWhole(type) ? divisor(types[1], depth) : of(types[1], depth));
    }

    /** A whole number that is 0 only by design, and seldom. */
    Piece divisor(String type, int depth) {
        if (draw.chance(0.5)) {
            return of(type, depth);
        }
        return draw.chance(60)
                ? literals.divisor(type)
                : Piece.of(
                        type,
                        Piece.PRIMARY,
                        "(",
                        join(type, "|", of(type, depth - 1), Piece.of("int", Piece.PRIMARY, "1")),
                        ")");
    }

    private Piece shift(String type, int depth) {
        String by = draw.of("int", "int", "long");
        Piece amount = draw.chance(50)
                ? Piece.of(by, Piece.PRIMARY, draw.below(70) + (by.equals("long") ? "L" : ""))
                : of(by, depth - 1);
        return join(type, draw.of("<<", ">>", ">>>"), of(type, depth), amount);
    }

    private Piece choice(String type, int depth) {
        String[] types = type.equals("boolean") ? new String[] {type, type} : operands(type);
        Piece made = Piece.of(
                type,
                Piece.CONDITIONAL,
                wrapped(of("boolean", depth), Piece.CONDITIONAL + 1),
                " ? ",
                of(types[0], depth),
                " : ",
                wrapped(of(types[1], depth), Piece.CONDITIONAL));
        // javac makes a double of a whole number straight away where a float is assigned to a double, unlike JLS 15.25
        return type.equals("float") && !types[0].equals(types[1]) ? wrapped(made, Piece.PRIMARY) : made;
    }

    private Piece cast(String type, int depth) {
        if (draw.chance(0.7)) { // these are refused
            String small = draw.of("byte", "short", "char");
            Piece inner = Piece.of("", Piece.UNARY, "(" + small + ") ", wrapped(of(anyNumber(), depth), Piece.UNARY));
            return Piece.of(type, Piece.UNARY, "(" + type + ") ", inner);
        }
        return Piece.of(
                type, Piece.UNARY, "(" + type + draw.of(") ", ")"), wrapped(of(anyNumber(), depth), Piece.UNARY));
    }

    private Piece unary(String type, int depth) {
        Piece operand = wrapped(of(type, depth), Piece.UNARY);
        String text = operand.text();
        if (text.startsWith("-") || text.startsWith("+")) {
            operand = Piece.of(type, Piece.PRIMARY, "(", operand, ")");
        }
        return Piece.of(
                type, Piece.UNARY, isWhole(type) ? draw.of("-", "-", "~", "+") : draw.of("-", "-", "+"), operand);
    }

    private Piece call(String type, int depth) {
        List<Function> fitting = scope.functions.stream()
                .filter(each -> each.result().equals(type))
                .toList();
        if (host || fitting.isEmpty()) {
            return function(type, depth);
        }
        Function function = draw.of(fitting);
        boolean alone = scope.functions.stream()
                        .filter(each -> each.name().equals(function.name()))
                        .count()
                == 1;
        List<Piece> arguments = new ArrayList<>();
        for (String parameter : function.parameters()) {
            arguments.add(of(alone && !parameter.equals("boolean") ? widening(parameter) : parameter, depth - 1));
        }
        return called(type, function.name(), arguments);
    }

    private static Piece called(String type, String name, List<Piece> arguments) {
        List<Object> parts = new ArrayList<>(List.of(name + "("));
        for (int i = 0; i < arguments.size(); i++) {
            parts.add(i == 0 ? "" : ", ");
            parts.add(arguments.get(i));
        }
        parts.add(")");
        return new Piece(type, Piece.PRIMARY, parts);
    }

    /** A function of Math whose bits are promised. */
    private Piece function(String type, int depth) {
        if (host && draw.chance(30)) {
            return hostFunction(type, depth);
        }
        String[] two = operands(type);
        String extreme = draw.of("Math.min", "Math.max");
        List<Piece> both = List.of(of(two[0], depth), of(two[1], depth));
        return switch (type) {
            case "int" -> switch (draw.below(4)) {
                case 0 -> called(type, "Math.abs", List.of(of(type, depth)));
                case 1 -> called(type, "Math.round", List.of(of(draw.of("float", "float", "int", "long"), depth)));
                default -> called(type, extreme, both);
            };
            case "long" -> switch (draw.below(4)) {
                case 0 -> called(type, "Math.abs", List.of(of(type, depth)));
                case 1 -> called(type, "Math.round", List.of(of("double", depth)));
                default -> called(type, extreme, both);
            };
            case "float" -> switch (draw.below(6)) {
                case 0 -> called(type, "Math.abs", List.of(of(type, depth)));
                case 1 -> called(type, "Math.signum", List.of(of(draw.of("float", "int", "long"), depth)));
                case 2 -> called(
                        type, "Math.fma", List.of(of(type, depth), of(type, depth), of(widening(type), depth)));
                case 3 -> Piece.of(
                        type,
                        Piece.UNARY,
                        "(float) ",
                        called(
                                "double",
                                "Math." + draw.of("sqrt", "floor", "ceil", "rint"),
                                List.of(of(anyNumber(), depth))));
                default -> called(type, extreme, both);
            };
            default -> switch (draw.below(6)) {
                case 0 -> called(type, "Math." + draw.of("abs", "signum"), List.of(of(type, depth)));
                case 1 -> called(
                        type,
                        "Math.fma",
                        List.of(of(type, depth), of(widening(type), depth), of(widening(type), depth)));
                case 2, 3, 4 -> called(
                        type, "Math." + draw.of("sqrt", "floor", "ceil", "rint"), List.of(of(anyNumber(), depth)));
                default -> called(type, extreme, both);
            };
        };
    }

    /** What only the host computes, by Java itself. */
    private Piece hostFunction(String type, int depth) {
        return switch (type) {
            case "int" -> called(
                    type,
                    draw.of("Math.floorMod", "Math.floorDiv"),
                    List.of(of("int", depth), literals.divisor("int")));
            case "long" -> draw.chance(50)
                    ? called(type, "Math.floorMod", List.of(of("long", depth), literals.divisor("long")))
                    : called(
                            type,
                            "Math.floorDiv",
                            List.of(of("long", depth), literals.divisor(draw.of("int", "long"))));
            case "float" -> called(type, draw.of("Math.ulp", "Math.nextUp"), List.of(of("float", depth)));
            default -> called(
                    type,
                    "Math." + draw.of("sin", "exp", "log", "cbrt", "toRadians", "ulp", "log1p", "tanh"),
                    List.of(of("double", depth)));
        };
    }

    /** A function of Math of which only some last places may differ; a double. */
    Piece roundedFunction(int depth) {
        return switch (draw.below(4)) {
            case 0 -> called(
                    "double",
                    "Math." + draw.of("pow", "pow", "atan2", "hypot"),
                    List.of(of(anyNumber(), depth), of(anyNumber(), depth)));
            default -> called(
                    "double",
                    "Math."
                            + draw.of(
                                    "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp",
                                    "expm1", "log", "log10", "log1p"),
                    List.of(of(anyNumber(), depth)));
        };
    }

    private Piece condition(int depth) {
        switch (draw.below(8)) {
            case 0:
                return join(
                        "boolean",
                        draw.of("&&", "||", "&", "|", "^", "==", "!="),
                        of("boolean", depth),
                        of("boolean", depth));
            case 1:
                return Piece.of("boolean", Piece.UNARY, "!", wrapped(of("boolean", depth), Piece.UNARY));
            case 2:
                return draw.chance(30) ? choice("boolean", depth) : leaf("boolean");
            default:
                String operator = draw.of("<", "<=", ">", ">=", "==", "!=");
                return join("boolean", operator, of(anyNumber(), depth), of(anyNumber(), depth));
        }
    }
}
