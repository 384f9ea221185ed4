/** Null arguments of what users call. */
package org.plegma.nulls;
