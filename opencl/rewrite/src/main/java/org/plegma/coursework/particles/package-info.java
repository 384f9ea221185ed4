/** How steps of soft cubes are judged: bodies that show one stage of a step each, the comparison, and what a wrong number points to. */
package org.plegma.coursework.particles;
