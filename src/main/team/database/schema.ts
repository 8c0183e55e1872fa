// The table of a team's database and who may do what with it. MONEY: three keys refuse what must
// not be: two first ones on a topic (record_first), a record over a missing one of the topic
// (record_next), and anything by a desk whose own past is lost (record_own).
import { createHash } from 'node:crypto'

/**
 * All desks of this database; each of them is a login of its own in it. A role is of the whole
 * server: one name for all databases would let the desks of another team in. A name that PostgreSQL
 * would cut off (63 bytes) is told apart by its digest.
 */
export function desksRoleOf(database: string): string {
  const role = `team_desk_${database}`
  const digest = createHash('sha256').update(database).digest('hex')
  return Buffer.byteLength(role) <= 63 ? role : `team_desk_${digest.slice(0, 32)}`
}

/** In order. Each is skipped where `isThere` says that it was made. */
export const objectsOf = (database: string, desksRole = desksRoleOf(database)) => [
  {
    name: 'role',
    isThere: `SELECT 1 FROM pg_roles WHERE rolname = '${desksRole}'`,
    make: [`CREATE ROLE "${desksRole}" NOLOGIN`],
  },
  {
    name: 'schema',
    isThere: `SELECT 1 FROM pg_namespace WHERE nspname = 'team'`,
    make: [`CREATE SCHEMA team`],
  },
  {
    name: 'table',
    isThere: `SELECT 1 FROM pg_tables WHERE schemaname = 'team' AND tablename = 'record'`,
    make: [
      // `IS NOT NULL`: to a CHECK, `NULL = n - 1` is true enough, and the fence could be left out.
      `CREATE TABLE team.record (
        desk text COLLATE "C" NOT NULL,
        n bigint NOT NULL CHECK (n >= 1),
        n_before bigint,
        topic text COLLATE "C" NOT NULL,
        version bigint NOT NULL CHECK (version >= 1),
        version_before bigint,
        body bytea NOT NULL CHECK (length(body) <= 16384),
        signature bytea NOT NULL CHECK (length(signature) = 64),
        at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT record_number PRIMARY KEY (desk, n),
        CONSTRAINT record_first UNIQUE (topic, version),
        CONSTRAINT record_own FOREIGN KEY (desk, n_before) REFERENCES team.record (desk, n),
        CONSTRAINT record_next FOREIGN KEY (topic, version_before)
          REFERENCES team.record (topic, version),
        CHECK ((n = 1 AND n_before IS NULL)
          OR (n > 1 AND n_before IS NOT NULL AND n_before = n - 1)),
        CHECK ((version = 1 AND version_before IS NULL)
          OR (version > 1 AND version_before IS NOT NULL AND version_before = version - 1))
      )`,
      `ALTER TABLE team.record ENABLE ROW LEVEL SECURITY`,
      `CREATE POLICY read ON team.record FOR SELECT TO "${desksRole}" USING (true)`,
      // A desk writes in its own name only.
      `CREATE POLICY own ON team.record FOR INSERT TO "${desksRole}"
        WITH CHECK (desk = current_user)`,
      `GRANT USAGE ON SCHEMA team TO "${desksRole}"`,
      `GRANT SELECT, INSERT ON team.record TO "${desksRole}"`,
    ],
  },
  {
    // Of its own: who closed the database to everybody before has not let the desks in.
    name: 'connect',
    isThere: `SELECT 1 FROM pg_database d, aclexplode(d.datacl) a
      WHERE d.datname = current_database() AND a.privilege_type = 'CONNECT'
      AND a.grantee = (SELECT oid FROM pg_roles WHERE rolname = '${desksRole}')`,
    make: [`GRANT CONNECT ON DATABASE "${database}" TO "${desksRole}"`],
  },
]

/** What PostgreSQL lets everybody do, unless it is told otherwise. */
export const closings = [
  {
    name: 'database',
    closed: `SELECT 1 FROM pg_database WHERE datname = current_database()
      AND NOT has_database_privilege('public', oid, 'CONNECT, TEMPORARY, CREATE')`,
    close: (database: string) => [`REVOKE ALL ON DATABASE "${database}" FROM PUBLIC`],
  },
  {
    name: 'public-schema',
    closed: `SELECT 1 WHERE to_regnamespace('public') IS NULL
      OR NOT has_schema_privilege('public', 'public', 'CREATE, USAGE')`,
    close: () => [`REVOKE ALL ON SCHEMA public FROM PUBLIC`],
  },
] as const

/** Functions that everybody may call: large objects, and locks that hold others up. */
export const openFunctions = `SELECT p.oid::regprocedure::text AS signature
  FROM pg_proc p
  WHERE p.pronamespace = 'pg_catalog'::regnamespace
    AND (p.proname LIKE 'pg\\_advisory%' OR p.proname LIKE 'pg\\_try\\_advisory%'
      OR p.proname LIKE 'lo\\_%' OR p.proname IN ('loread', 'lowrite'))
    AND has_function_privilege('public', p.oid, 'EXECUTE')
  ORDER BY 1`
