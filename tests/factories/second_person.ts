import { confirmPerson } from '#app/identity/actions/confirm_person'
import { listUnconfirmed } from '#app/identity/queries/authority_changes'
import { directBooking } from '#app/sites/actions/set_direct_booking'
import { changeSetting } from '#app/sites/second_person/change_setting'
import { confirmChange } from '#app/sites/second_person/decide_change'
import { listOpenChanges } from '#app/sites/second_person/list_changes'
import { makeUser, type Person } from '#tests/factories/people'

const REASON = 'Lo acordaron las dos personas de la prueba'

/** Who looks at what others did, in every company. */
export const everywhere = ({ id }: Person) => ({ id, siteIds: 'all' as const })

/** The limit of booking without approval of a company, in cents, as two people set it. */
export async function agreeDirectBooking(siteId: number, limitMinor: number): Promise<void> {
  const { actor } = await makeUser('s1st3ma')
  const changed = await changeSetting(directBooking, { siteId, after: limitMinor, reason: REASON }, actor)
  if (changed === 'proposed') await confirmOpen(siteId)
}

/** Another person confirms what waits of a company, or of the group. */
export async function confirmOpen(siteId: number | null): Promise<Person> {
  const second = await makeUser('s1st3ma')
  for (const change of await listOpenChanges(everywhere(second)))
    if (change.siteId === siteId) await confirmChange(change.id, everywhere(second), second.actor)
  return second
}

/** Somebody vouches for a person, as their page shows them. */
export async function confirmAs(second: Person, person: { id: number }): Promise<void> {
  const [shown] = await listUnconfirmed(everywhere(second), person.id)
  await confirmPerson(
    { userId: person.id, lastChangeId: shown?.lastChangeId ?? 0 },
    everywhere(second),
    second.actor
  )
}
