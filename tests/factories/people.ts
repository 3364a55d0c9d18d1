import { SYSTEM } from '#app/audit/record_event'
import { createUser } from '#app/identity/actions/create_user'
import type { Role } from '#app/identity/roles'
import { encryptSecret, newTotpSecret } from '#app/identity/totp'
import { execute } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import type { ApprovalKind } from '#app/sites/approval_kinds'

export const TEST_PASSWORD = 'prueba-larga-2026'
let sequence = 0

export type Person = { id: number; email: string; actor: { userId: number; kind: 'user' } }

/** An active user with the second factor on; companies: all unless told. */
export async function makeUser(
  role: Role,
  { siteIds = 'all' as number[] | 'all', twoFactor = true, sharedInbox = true } = {}
): Promise<Person> {
  sequence++
  const email = `${role.toLowerCase()}-${process.pid}-${Date.now()}-${sequence}@prueba.test`
  const id = await createUser(
    { name: `Persona ${sequence} Prueba`, email, role, siteIds, sharedInbox, password: TEST_PASSWORD },
    SYSTEM
  )
  if (twoFactor) {
    await execute(
      `update users set two_factor_enabled = true, two_factor_secret_enc = :secret, two_factor_confirmed_at = now() where id = :id`,
      {
        id,
        secret: encryptSecret(newTotpSecret()),
      }
    )
  }
  return { id, email, actor: { userId: id, kind: 'user' } }
}

/** Lets a user approve these kinds in a company up to an amount in cents, and so much a day (null: no limit). */
export async function letApprove(
  siteId: number,
  person: Person,
  kinds: ApprovalKind[],
  maxAmountMinor: number | null,
  dailyLimitMinor: number | null = null
): Promise<void> {
  const [proposer, activator] = [await makeUser('aprobador'), await makeUser('s1st3ma')]
  const id = await proposeApproval(
    {
      siteId,
      userId: person.id,
      kinds,
      maxAmountMinor,
      dailyLimitMinor,
      activeFrom: calendarDate('2025-01-01'),
      activeTo: null,
    },
    setUp(proposer)
  )
  await activateApproval(id, setUp(activator))
}

/** The stage of a test is set by the installation in a person's name: nobody is told of it. */
const setUp = ({ id }: Person) => ({ userId: id, kind: 'system' as const })
