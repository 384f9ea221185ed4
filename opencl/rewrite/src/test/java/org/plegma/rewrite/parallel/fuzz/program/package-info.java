/** Random programs of loops as text, with data for them; a draw of numbers decides all of it. */
package org.plegma.rewrite.parallel.fuzz.program;
