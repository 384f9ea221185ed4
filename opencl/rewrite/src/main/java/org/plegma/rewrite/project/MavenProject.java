package org.plegma.rewrite.project;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** The file {@code pom.xml} of a project whose loops call Plegma. */
final class MavenProject {
    /** Where the jar is in the project. */
    static final String JAR = "lib/plegma.jar";

    private MavenProject() {}

    /** The same with Plegma's jar, which lies in the project, as a dependency. */
    static String withPlegma(String pom) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(pom)));
            Element dependencies = child(document.getDocumentElement(), "dependencies");
            Element dependency = document.createElement("dependency");
            add(dependency, "groupId", "org.plegma");
            add(dependency, "artifactId", "plegma");
            add(dependency, "version", "1");
            add(dependency, "scope", "system");
            add(dependency, "systemPath", "${project.basedir}/" + JAR);
            dependencies.appendChild(dependency);
            Transformer transformer = TransformerFactory.newInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            document.setXmlStandalone(true);
            StringWriter text = new StringWriter();
            transformer.transform(new DOMSource(document), new StreamResult(text));
            return text + "\n";
        } catch (Exception e) {
            throw new IllegalArgumentException("The project's pom.xml cannot be read: " + e.getMessage(), e);
        }
    }

    private static Element child(Element parent, String name) {
        for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        Element made = parent.getOwnerDocument().createElement(name);
        parent.appendChild(made);
        return made;
    }

    private static void add(Element parent, String name, String text) {
        Element element = parent.getOwnerDocument().createElement(name);
        element.setTextContent(text);
        parent.appendChild(element);
    }
}
