package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds contracts: those published in this jar by name, others by file. */
public final class TableContracts {

    private TableContracts() {}

    /**
     * {@return the published contract of that name}
     *
     * @param name for example {@code dwd_order_item}
     * @throws ContractException if none of that name is published, or it is wrong
     */
    public static TableContract named(String name) {
        requireNonNull(name, "name");
        String resource = name + ".yaml";
        try (InputStream yaml = TableContracts.class.getResourceAsStream(resource)) {
            if (yaml == null) {
                throw new ContractException(
                        name,
                        List.of("no contract of that name is published (looked for /io/keyfold/schemas/" + resource
                                + " on the class path)"));
            }
            return TableContractParser.parse(resource, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read contract " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * {@return the contract in a file}
     *
     * @param file a contract file
     * @throws ContractException if the file cannot be read or is wrong
     */
    public static TableContract file(Path file) {
        requireNonNull(file, "file");
        try (InputStream yaml = Files.newInputStream(file)) {
            return TableContractParser.parse(file.toString(), yaml);
        } catch (IOException e) {
            throw new ContractException(file.toString(), List.of("the file cannot be read: " + e.getMessage()));
        }
    }
}
