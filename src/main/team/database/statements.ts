// All that a desk ever asks the team's database: plain statements, each a text of its own.
// They are sent without a name, so that a pooler may stand in between.
// test/main/team/database/subset holds them to what PostgreSQL's relatives understand.
/** So many records are read of each desk at once. */
export const recordsOfEach = 50
const columns = 'desk, n, topic, version, body, signature'

export const statements = {
  /** MONEY: who was first is decided by this statement and by no other. */
  insert: `INSERT INTO team.record
    (desk, n, n_before, topic, version, version_before, body, signature)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  /** One record of a desk. */
  ofDesk: `SELECT ${columns} FROM team.record
    WHERE desk = $1 AND n = $2`,
  /** Those of a desk with these numbers. */
  ofDeskAt: `SELECT ${columns} FROM team.record
    WHERE desk = $1 AND n = ANY ($2)`,
  newestOfDesk: `SELECT ${columns} FROM team.record
    WHERE desk = $1 ORDER BY n DESC LIMIT 1`,
  /** What a desk wrote since. */
  afterOfDesk: `SELECT ${columns} FROM team.record
    WHERE desk = $1 AND n > $2 ORDER BY n LIMIT 500`,
  /**
   * What each of some desks wrote since: their names, and a number of each. A walk along the index
   * for each of them: of desks joined by OR, PostgreSQL may take them for so many records that it
   * reads the whole table.
   */
  afterOfDesks: `SELECT after.* FROM unnest($1::text[], $2::bigint[]) AS heard (of_desk, up_to)
    CROSS JOIN LATERAL (SELECT ${columns} FROM team.record
      WHERE desk = of_desk AND n > up_to ORDER BY n LIMIT ${recordsOfEach}) AS after`,
  ofTopic: `SELECT ${columns} FROM team.record
    WHERE topic = $1 ORDER BY version`,
  newestOfTopic: `SELECT ${columns} FROM team.record
    WHERE topic = $1 ORDER BY version DESC LIMIT 1`,
  /**
   * MONEY: at most a thousand: any desk can write there what it likes. Whose answers are cut off
   * has not answered.
   */
  ofTopics: `SELECT ${columns} FROM team.record
    WHERE topic >= $1 AND topic < $2 ORDER BY topic, version LIMIT 1000`,
  ofTopicsBy: `SELECT ${columns} FROM team.record
    WHERE topic >= $1 AND topic < $2 AND desk = $3 ORDER BY topic, version`,
  /** Which database this is, and after which fail-over: PostgreSQL's own functions. */
  identity: `SELECT (SELECT system_identifier FROM pg_control_system()) AS system,
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline,
    (SELECT oid FROM pg_database WHERE datname = current_database()) AS database`,
} as const

export type StatementName = keyof typeof statements
