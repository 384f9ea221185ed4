/** What a judge says: points, the kind of fault, the reason, and what is needed to see it again. */
package org.plegma.coursework.verdict;
