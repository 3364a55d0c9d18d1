import { readdirSync } from 'node:fs'
import { asOwner } from '../../../bin/tasks/as_owner.js'
import { BEFORE } from '../../../bin/tasks/before_baseline.js'
import { prepareEnvironment } from '../../../bin/tasks/environment.js'
import { migrate } from '../../../bin/tasks/migrate.js'
import { prepareData } from '../../../bin/tasks/prepare_data.js'

// Starts over data of before the baseline: what it finds goes out as JSON, and the last start is one that is refused.
const environment = await prepareEnvironment('production')

/** Names of migrations and definitions of everything, as text: what a refusal leaves as it was. */
const seen = () =>
  asOwner(environment, async (owner) => {
    const { rows: names } = await owner.query<{ name: string }>(
      `select replace(name, 'database/migrations/', '') as name from adonis_schema order by id`
    )
    const { rows } = await owner.query<{ catalogue: string; functions: number; users: number }>(
      `select (select md5(string_agg(md5(c::text), '' order by c.oid)) || (select md5(string_agg(md5(p::text), '' order by p.oid)) from pg_proc p)
                 from pg_class c where c.relkind <> 'S' and c.relnamespace = 'public'::regnamespace) as catalogue,
              (select count(*)::int from pg_proc where proname = any ($1)) as functions, (select count(*)::int from users) as users`,
      [BEFORE.unusedFunctions]
    )
    return { names: names.map(({ name }) => name), ...rows[0] }
  })

/** As if the former migrations had made it. */
const makeFormer = (names: readonly string[]) =>
  asOwner(environment, async (owner) => {
    await owner.query('delete from adonis_schema')
    await owner.query(
      `insert into adonis_schema (name, batch) select 'database/migrations/' || name, 1 from unnest($1::text[]) name`,
      [names]
    )
    for (const name of BEFORE.unusedFunctions)
      await owner.query(
        `create or replace function ${name}() returns trigger language plpgsql as 'begin return null; end'`
      )
  })

const refusal = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => String(error))

/** Names of the migrations that came after the baseline, in their order. */
const later = readdirSync(new URL('../../../database/migrations', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !BEFORE.baseline.includes(name))
  .sort()

// The baseline alone, as the former migrations left it: those after it are said to have run and are run later.
await asOwner(environment, async (owner) => {
  await owner.query(
    'create table adonis_schema (id serial primary key, name varchar(255) not null, batch int not null, migration_time timestamptz default now())'
  )
  await owner.query(
    `insert into adonis_schema (name, batch) select 'database/migrations/' || name, 1 from unnest($1::text[]) name`,
    [later]
  )
})
await migrate(environment)
await asOwner(environment, (owner) =>
  owner.query(
    `insert into users (name, initials, email, role) values ('Una Persona', 'UP', 'una@empresa.es', 's1st3ma')`
  )
)
const fresh = { names: [...BEFORE.baseline, ...later] }
await makeFormer(BEFORE.migrations)
await prepareData(environment)
const adopted = await seen()
const foreign = [...BEFORE.migrations, '3999_of_somebody']
const refused = []
for (const names of [BEFORE.migrations.slice(0, -2), foreign]) {
  await makeFormer(names)
  const before = await seen()
  refused.push({ said: await refusal(migrate(environment)), before, after: await seen() })
}
process.stdout.write(JSON.stringify({ fresh, adopted, refused }), () => void prepareData(environment))
