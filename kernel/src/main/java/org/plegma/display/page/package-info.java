/**
 * What views are made of: {@code MimeBundle}, the text and HTML of a result; {@code Html}, numbers, colours of text,
 * small tables ({@code Sheet}), data tables ({@code TableView}), source with its messages ({@code SourceView}) and
 * errors.
 */
package org.plegma.display.page;
