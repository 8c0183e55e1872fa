-- What is remembered of updates (src/main/updates/memory.ts), as JSON, by the format of it. Sealed: it says which keys are trusted and what
-- was seen.
CREATE TABLE update_memory (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (length(value) <= 20000)
) STRICT;
