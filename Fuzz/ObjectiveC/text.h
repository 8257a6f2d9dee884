// text.h - the groups of checks of the fuzz target `text`.
#ifndef TEXT_H
#define TEXT_H

#import "foundation-fuzz.h"

void check_searches(fuzz_bytes *bytes);
void check_replacing(fuzz_bytes *bytes);
void check_editing(fuzz_bytes *bytes);
void check_parts(fuzz_bytes *bytes);

void check_encodings(fuzz_bytes *bytes);
void check_bytes(fuzz_bytes *bytes);
void check_escapes(fuzz_bytes *bytes);
void check_paths(fuzz_bytes *bytes);
void check_character_sets(fuzz_bytes *bytes);

void check_scanner(fuzz_bytes *bytes);
void check_numbers(fuzz_bytes *bytes);
void check_number_formatter(fuzz_bytes *bytes);
void check_date_formatter(fuzz_bytes *bytes);
void check_patterns(fuzz_bytes *bytes);
void check_names(fuzz_bytes *bytes);

#endif
