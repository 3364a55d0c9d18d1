import router from '@adonisjs/core/services/router'
import type { SessionData } from '@adonisjs/session/types'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeWholeCompany } from '#tests/factories/company'
import { makeUser, type Person } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { type Company, type Keys, OBJECTS } from '#tests/web/company_objects'

export type Route = { name: string; method: string; pattern: string }

/** Routes that write, or those that only read. */
export function routesOf(isWriting: boolean): Route[] {
  return Object.values(router.toJSON())
    .flat()
    .flatMap(({ name, pattern, methods }) =>
      methods
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
        .map((method) => ({ name: name ?? pattern, pattern, method }))
    )
    .filter(
      ({ method, pattern }) =>
        (method !== 'GET') === isWriting && pattern !== '/*' && !LEFT_OUT.includes(pattern)
    )
}

/** End the session that asks, keep an answer open for ever, or ask others. */
const LEFT_OUT = ['/logout', '/2faSecurity/sessions', '/api/jobs/stream', '/accounts/fx-rates/fetch']

/** Keys of what belongs to no company, by how an address begins. */
async function groupKeys(): Promise<[string, Keys][]> {
  const keys = await oneRow<Record<string, number>>(
    `select (select max(id) from providers) as provider, (select max(id) from provider_banks) as bank, (select max(id) from categories) as category,
        (select max(id) from phases) as phase, (select max(id) from users) as "user", coalesce((select max(id) from expense_profiles), 1) as profile`
  )
  const { provider = 1, bank = 1, category = 1, phase = 1, user = 1, profile = 1 } = keys
  return [
    ['/providers/profiles/', { profile, keyword: 1, suggestion: 1 }],
    ['/providers/categories/', { category }],
    ['/providers/', { id: provider, bank, hint: 1, import: 1 }],
    ['/users/', { id: user, session: 1 }],
    ['/phases/', { id: phase }],
    ['/analisar-facturas/rules/', { code: 'R1' }],
  ]
}

export type Stage = { company: Company; group: [string, Keys][]; person: Person }

/** A company with one of everything, and s1st3ma who asks. */
export async function makeStage(): Promise<Stage> {
  const company = await makeWholeCompany('Prueba')
  await execute(
    `insert into expense_profiles (name, category_id) select 'Perfil de prueba', min(id) from categories on conflict do nothing`
  )
  // The one that is asked about is not the one who asks.
  await makeUser('c0ntab1l1dad')
  const group = await groupKeys()
  return { company, group, person: await makeUser('s1st3ma') }
}

/** A session with a fresh second factor: some of the requests end those of before, and some are counted. One after the other. */
export function freshSession({ person }: Stage): Promise<SessionData> {
  const made = sessions.then(async () => {
    const session = await signedIn(person)
    await execute(`update user_sessions set step_up_at = now() where user_id = :id and step_up_at is null`, {
      id: person.id,
    })
    await execute(`delete from rate_limits`)
    return session
  })
  sessions = made.then(() => undefined)
  return made
}
let sessions: Promise<unknown> = Promise.resolve()

/** The address of a route with keys of what is there. */
export function addressOf({ pattern }: Route, { company, group }: Stage): string {
  const keys =
    group.find(([start]) => pattern.startsWith(start))?.[1] ??
    OBJECTS.find(([start]) => pattern.startsWith(start))?.[1](company) ??
    {}
  return pattern.replaceAll(/:([a-z_]+)\??/gi, (_, name: string) => String(keys[name] ?? 1))
}

/** A key that a field of this name may carry. */
export function keyNamed(field: string, { company, group }: Stage): number {
  const known: Record<string, number> = {
    site_id: company.siteId,
    site_ids: company.siteId,
    account_id: company.ledgerAccountId,
    debtor_account_id: company.accountId,
    invoice_id: company.invoiceId,
    invoice_ids: company.invoiceId,
    order_ids: company.orderId,
    employee_id: company.employeeId,
    cost_ids: company.costId,
    payroll_ids: company.payrollId,
    note_ids: company.noteId,
    phase_id: company.procedurePhaseId,
    provider_id: Number(group.find(([start]) => start === '/providers/')?.[1].id ?? 1),
    expense_account_id: company.ledgerAccountId,
  }
  return known[field] ?? 1
}
