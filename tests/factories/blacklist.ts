import { addEntry, type NewEntry } from '#app/blacklist/actions/add_entry'
import { makeIban } from '#tests/factories/books'
import type { Person } from '#tests/factories/people'

/** An entry that blocks an account of its own unless told. */
export async function makeListed(
  person: Person,
  entry: Partial<NewEntry> = {}
): Promise<{ id: number; value: string; report: string }> {
  const value = entry.value ?? makeIban()
  const made = await addEntry(
    {
      patternType: 'iban',
      severity: 'block',
      reason: 'fraude',
      comment: 'Denunciada por el banco',
      ownerName: null,
      expiresOn: null,
      isInvalid: false,
      evidence: null,
      ...entry,
      value,
    },
    person.actor
  )
  return { ...made, value }
}
