package io.keyfold.cases;

import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/** The cases that are acted out together, once: in one JVM, whatever others run beside it. */
@Suite
@SelectClasses({KeyCases.class, DeleteCases.class, ShapeCases.class, TypeCases.class})
class CasesIT {}
