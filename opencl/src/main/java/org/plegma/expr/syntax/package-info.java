/** From the text of a formula to its syntax tree: {@code Lexer}, {@code Parser}, and what they say of a mistake and its place. */
package org.plegma.expr.syntax;
