package dev.magpie.report;

/**
 * Something that a section shows. All text in elements is plain text from anywhere, hostile names
 * included: it is never read as markup.
 */
public sealed interface Element
    permits Prose,
        Table,
        Chart,
        Multiples,
        BlockMap,
        MapChoice,
        AreaMap,
        SpanChart,
        Matrix,
        Pictures,
        Detail {}
