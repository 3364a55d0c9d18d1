import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import {
  addKeywords,
  changeProfiles,
  duplicateProfile,
  removeKeyword,
} from '#app/profiles/actions/change_profiles'
import { createProfile, deleteProfile, updateProfile } from '#app/profiles/actions/save_profile'
import { suggestedWords } from '#app/profiles/actions/suggest_keywords'
import { currentBook } from '#app/profiles/profile_book'
import { findProfile } from '#app/profiles/queries/find_profile'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { clearProfiles, makeProfile, profileInput, word } from '#tests/profiles/profile_stage'

const text = (concept: string) => ({
  texts: { concept },
  providerId: null,
  siteId: null,
  amountMinor: null,
  habitProfileId: null,
})

async function refusal(work: () => Promise<unknown>): Promise<{ field: string | null; message: string }> {
  try {
    await work()
  } catch (error) {
    if (error instanceof DomainError) return { field: error.field ?? null, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

test.group('Expense profiles', (group) => {
  group.each.setup(async () => {
    await clearProfiles()
  })

  test('what is saved is matched at once, and no longer once it is switched off', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await makeProfile(person)
    const matched = async () => (await currentBook.get()).matcher.match(text('Abastecimiento mayo')).profileId

    assert.equal(await matched(), id)
    await changeProfiles({ ids: [id], scope: 'all', withGlobal: true }, { active: false }, person.actor)
    assert.isNull(await matched())
  })

  test('a form that shows an older version is refused', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await makeProfile(person)
    const input = await profileInput({ name: 'Agua y saneamiento' })
    await updateProfile(id, { ...input, version: 1 }, person.actor)

    const { field } = await refusal(() => updateProfile(id, { ...input, version: 1 }, person.actor))

    assert.equal(field, 'form')
    assert.equal((await findProfile(id))?.input.name, 'Agua y saneamiento')
  })

  test('keywords that cannot count are refused in words, and nothing is saved', async ({ assert }) => {
    const { actor } = await makeUser('c0ntab1l1dad')
    const messages = []
    for (const keywords of [
      [word('de la')],
      [word('agua'), word('AGUA')],
      [word('(a', { mode: 'regex' })],
      [word('agua', { weight: 49 })],
    ]) {
      const input = await profileInput({ keywords })
      messages.push((await refusal(() => createProfile(input, actor))).message)
    }

    assert.equal(messages[0], 'La palabra clave no puede ser una palabra vacía.')
    assert.match(messages[1] ?? '', /^Esta palabra clave ya existe en el perfil/)
    assert.match(messages[2] ?? '', /^La expresión no es válida\./)
    assert.equal(
      messages[3],
      'La puntuación mínima (50) no se puede alcanzar con las palabras actuales (49).'
    )
    assert.lengthOf(await rows(`select 1 as n from expense_profiles where active`), 0)
  })

  test('the database itself keeps a profile at two hundred keywords', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await makeProfile(person)

    await assert.rejects(
      () =>
        execute(
          `insert into profile_keywords (profile_id, kind, mode, text, text_norm) select :id, 'include', 'word', 'palabra' || n, 'palabra' || n from generate_series(1, 200) n`,
          { id }
        ),
      /too_many_keywords/
    )
  })

  test('the last word that reaches the minimum stays; words come and go on record', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await makeProfile(person)
    const added = await addKeywords(id, [word('canon'), word('abastecimiento')], person.actor)
    const [first] = (await findProfile(id))?.keywords.filter((one) => one.text === 'canon') ?? []
    await removeKeyword({ profileId: id, keywordId: first?.id ?? 0 }, person.actor)
    const [last] = (await findProfile(id))?.keywords ?? []

    const { field } = await refusal(() =>
      removeKeyword({ profileId: id, keywordId: last?.id ?? 0 }, person.actor)
    )

    assert.equal(added, 1)
    assert.equal(field, 'min_score')
    const events = await rows(
      `select 1 as n from audit_events where object_type = 'expense_profile' and object_id = :id`,
      { id }
    )
    assert.lengthOf(events, 3)
  })

  test('a profile that a line has is not deleted', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await makeProfile(person)
    const other = await makeProfile(person, { name: 'Otro' })

    const provider = await makeProvider(person)
    await execute(`update providers set default_profile_id = :id where id = :providerId`, {
      id,
      providerId: provider.id,
    })

    const { message } = await refusal(() => deleteProfile(id, person.actor))
    await deleteProfile(other, person.actor)

    assert.equal(message, 'No se puede eliminar: hay líneas con este perfil. Desactívelo.')
    assert.isNull(await findProfile(other))
  })

  test('a copy remembers its origin; without words it waits switched off', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await makeProfile(person, {
      keywords: [word('agua'), word('embotellada', { kind: 'exclude' })],
    })
    const copy = { providerIds: [null], copiesExcluded: true }

    const [whole] = await duplicateProfile(id, { ...copy, name: 'Copia', copiesIncluded: true }, person.actor)
    const [bare] = await duplicateProfile(id, { ...copy, name: 'Vacía', copiesIncluded: false }, person.actor)

    assert.deepInclude(await findProfile(whole ?? 0), { parentName: 'Agua de red' })
    assert.lengthOf((await findProfile(whole ?? 0))?.keywords ?? [], 2)
    assert.deepEqual(
      (await findProfile(bare ?? 0))?.keywords.map(({ text: said }) => said),
      ['embotellada']
    )
    assert.isFalse((await findProfile(bare ?? 0))?.input.active)
  })

  test('words are suggested where three corrections agree and others do not have them', ({ assert }) => {
    const corrections = [
      ...['canon de vertido enero', 'canon de vertido febrero', 'canon vertidos 2026'].map((said) => ({
        profileId: 1,
        text: said,
      })),
      ...['cuota enero', 'cuota febrero', 'canon de antena'].map((said) => ({ profileId: 2, text: said })),
      { profileId: 3, text: 'vertido' },
    ]

    const found = suggestedWords(corrections)

    assert.deepEqual(
      found.map(({ profileId, word: said, corrections: count }) => [profileId, said, count]),
      [
        [1, 'canon', 3],
        [1, 'vertido', 3],
      ]
    )
  })

  test('the stamp of the book is new after every change', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const stamp = async () => (await oneRow<{ stamp: string }>(`select stamp::text from profile_book`)).stamp
    const before = await stamp()
    await makeProfile(person)

    assert.notEqual(await stamp(), before)
  })
})
