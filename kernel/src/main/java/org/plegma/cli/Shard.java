package org.plegma.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of several equal parts of a list: the elements {@code number}, {@code number + count} and so on, counted from 1. */
record Shard(int number, int count) {

    <T> List<T> of(List<T> all) {
        return IntStream.range(0, all.size())
                .filter(i -> i % count == number - 1)
                .mapToObj(all::get)
                .toList();
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }

    static final class Converter implements ITypeConverter<Shard> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

        @Override
        public Shard convert(String text) {
            Matcher form = FORM.matcher(text);
            if (form.matches()) {
                Shard shard = new Shard(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
                if (shard.number >= 1 && shard.number <= shard.count) {
                    return shard;
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is no shard: expected I/N with I from 1 to N, such as 1/4.");
        }
    }
}
