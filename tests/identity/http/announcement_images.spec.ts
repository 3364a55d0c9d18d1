import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { ROLES } from '#app/identity/roles'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

type Picture = { bytes: Buffer; name?: string; type?: string }
type Stored = { id: number; fileId: number | null; imageUrl: string | null; lockVersion: number }

const WRONG_KIND = 'Formato no admitido: use PNG, JPEG o WebP.'
const FORM = { title: 'Con imagen', type: 'feature', content: 'Mire.', 'roles[0]': 'aprobador' }

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#146178' } })

/** Sends the form as the browser does when it holds a file: multipart, booleans as 1 or 0, lists by index. */
function send(
  client: ApiClient,
  session: SessionData,
  image: Picture | null,
  { id = 0, ...fields }: Record<string, string | number> & { id?: number } = {}
): Promise<ApiResponse> {
  const request = (id ? client.put(`/announcements/${id}`) : client.post('/announcements'))
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .fields({ ...FORM, ...fields })
  if (image)
    request.file('image', image.bytes, {
      filename: image.name ?? 'playa.png',
      contentType: image.type ?? 'image/png',
    })
  return request as unknown as Promise<ApiResponse>
}

const stored = () =>
  oneRow<Stored>(`select id, image_file_id as file_id, image_url, lock_version from announcements`)

async function publish(): Promise<void> {
  await execute(`update announcements set status = 'published'`)
}

async function imageAddress(client: ApiClient, session: SessionData): Promise<string | null> {
  const response = await client.get('/api/announcements/unread').withSession(session).accept('json')
  const [first] = (response.body() as { data: { image_url: string | null }[] }).data
  return first?.image_url ?? null
}

const countFiles = async () => (await oneRow<{ count: number }>(`select count(*)::int from files`)).count

test.group('The picture of an announcement', (group) => {
  group.each.setup(async () => {
    await execute(`delete from announcements`)
  })

  for (const format of ['png', 'jpeg', 'webp'] as const) {
    test(`a ${format} is kept, written anew and shown to its readers`, async ({ client, assert }) => {
      const [author, reader] = [await makeSignedIn('s1st3ma'), await makeSignedIn('aprobador')]

      const saved = await send(client, author.session, { bytes: await picture().toFormat(format).toBuffer() })
      await publish()
      const address = await imageAddress(client, reader.session)
      const shown = await client.get(address ?? '').withSession(reader.session)

      assert.equal(saved.flashMessage('success'), 'Anuncio guardado.')
      shown.assertStatus(200)
      assert.equal(shown.header('content-type'), 'image/webp')
      const { format: kind, width, height } = await sharp(shown.body() as Buffer).metadata()
      assert.deepEqual({ kind, width, height }, { kind: 'webp', width: 40, height: 30 })
    })
  }

  test('no browser runs it as a page of ours, and no cache shared by people keeps it', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    await send(client, session, { bytes: await picture().png().toBuffer() })

    const shown = await client.get(`/announcements/${(await stored()).id}/image`).withSession(session)

    assert.match(String(shown.header('content-security-policy')), /default-src 'none'; sandbox/)
    assert.equal(shown.header('x-content-type-options'), 'nosniff')
    assert.match(String(shown.header('content-disposition')), /^attachment/)
    assert.equal(shown.header('cache-control'), 'private, no-store')
  })

  test('what a photograph tells of its place and camera is not kept, and it is no wider than it is shown', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const bytes = await picture(3000, 1500)
      .withExif({ IFD0: { Make: 'Camara de prueba' }, IFD3: { GPSLatitude: '39/1 34/1 0/1' } })
      .jpeg()
      .toBuffer()
    await send(client, session, { bytes })

    const shown = await client.get(`/announcements/${(await stored()).id}/image`).withSession(session)

    const { exif, width, height } = await sharp(shown.body() as Buffer).metadata()
    assert.deepEqual({ exif, width, height }, { exif: undefined, width: 1300, height: 650 })
  })

  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const WRONG: [what: string, message: string, image: () => Promise<Picture>][] = [
    ['a page with the name and the type of a PNG', WRONG_KIND, async () => ({ bytes: page })],
    [
      'a drawing with a script',
      WRONG_KIND,
      async () => ({ bytes: drawing, name: 'dibujo.svg', type: 'image/svg+xml' }),
    ],
    ['a PDF called .png', WRONG_KIND, async () => ({ bytes: Buffer.from('%PDF-1.7\n') })],
    [
      'a TIFF',
      WRONG_KIND,
      async () => ({ bytes: await picture().tiff().toBuffer(), name: 'a.tif', type: 'image/tiff' }),
    ],
    ['an empty file', WRONG_KIND, async () => ({ bytes: Buffer.alloc(0) })],
    [
      'the start of a PNG and nothing behind it',
      'La imagen no se puede leer. Pruebe con otra.',
      async () => ({ bytes: (await picture().png().toBuffer()).subarray(0, 60) }),
    ],
    [
      'a picture of a hundred million pixels',
      'La imagen no se puede leer. Pruebe con otra.',
      async () => ({ bytes: await picture(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer() }),
    ],
    [
      'a PNG of more than 2 MB',
      'La imagen no puede superar 2 MB.',
      async () => ({
        bytes: Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(2 * 1024 * 1024)]),
      }),
    ],
  ]
  for (const [what, message, image] of WRONG) {
    test(`${what} is refused at its field and nothing is kept`, async ({ client, assert }) => {
      const { session } = await makeSignedIn('s1st3ma')
      const before = await countFiles()

      const response = await send(client, session, await image())

      assert.deepEqual(fieldErrors(response), { image: message })
      assert.isNull(await row(`select 1 from announcements`))
      assert.equal(await countFiles(), before)
    })
  }

  test('a file and an address together are refused', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')

    const response = await send(
      client,
      session,
      { bytes: await picture().png().toBuffer() },
      { image_url: 'https://ejemplo.es/a.png' }
    )

    assert.deepEqual(fieldErrors(response), {
      image_url: 'Suba una imagen o indique su dirección, no las dos cosas.',
    })
  })

  for (const address of ['http://ejemplo.es/a.png', 'javascript:alert(1)', '//ejemplo.es/a.png']) {
    test(`the address «${address}» is refused`, async ({ client, assert }) => {
      const { session } = await makeSignedIn('s1st3ma')

      const response = await send(client, session, null, { image_url: address })

      assert.deepEqual(fieldErrors(response), { image_url: 'La dirección debe empezar por https:// o /.' })
    })
  }

  test('a new one takes the place of the old one, which is deleted, and has an address of its own', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const reader = await makeSignedIn('aprobador')
    await send(client, session, { bytes: await picture().png().toBuffer() })
    await publish()
    const [former, formerAddress] = [await stored(), await imageAddress(client, reader.session)]

    await send(
      client,
      session,
      { bytes: await picture(60, 60).png().toBuffer() },
      { id: former.id, lock_version: former.lockVersion, show_again: '0' }
    )

    const address = await imageAddress(client, reader.session)
    const shown = await client.get(address ?? '').withSession(reader.session)
    assert.notEqual(address, formerAddress)
    assert.equal((await sharp(shown.body() as Buffer).metadata()).width, 60)
    assert.isNull(await row(`select 1 from files where id = :id`, { id: former.fileId }))
  })

  test('an edit without a file keeps it', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    await send(client, session, { bytes: await picture().png().toBuffer() })
    const former = await stored()

    await send(client, session, null, { id: former.id, title: 'Otro título' })

    assert.equal((await stored()).fileId, former.fileId)
  })

  test('«Quitar la imagen» deletes it', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    await send(client, session, { bytes: await picture().png().toBuffer() })
    const former = await stored()

    await send(client, session, null, { id: former.id, remove_image: '1' })

    assert.isNull((await stored()).fileId)
    assert.isNull(await row(`select 1 from files where id = :id`, { id: former.fileId }))
    const gone = await client.get(`/announcements/${former.id}/image`).withSession(session)
    gone.assertStatus(404)
  })

  test('an address takes the place of a file', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    await send(client, session, { bytes: await picture().png().toBuffer() })
    const former = await stored()

    await send(client, session, null, { id: former.id, image_url: 'https://ejemplo.es/a.png' })

    assert.deepInclude(await stored(), { fileId: null, imageUrl: 'https://ejemplo.es/a.png' })
  })

  test('a draft that is deleted takes its picture with it', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    await send(client, session, { bytes: await picture().png().toBuffer() })
    const { id, fileId } = await stored()

    await client.delete(`/announcements/${id}`).withSession(session).withCsrfToken().redirects(0)

    assert.isNull(await row(`select 1 from files where id = :fileId`, { fileId }))
  })

  test('only its readers see it, and before it is published only its author', async ({ client, assert }) => {
    const [author, reader, other] = [
      await makeSignedIn('s1st3ma'),
      await makeSignedIn('aprobador', { twoFactor: false }),
      await makeSignedIn('c0ntab1l1dad'),
    ]
    await send(client, author.session, { bytes: await picture().png().toBuffer() })
    const { id } = await stored()
    const statusFor = async (session: SessionData) =>
      (await client.get(`/announcements/${id}/image`).withSession(session).redirects(0)).status()

    assert.deepEqual(
      [await statusFor(author.session), await statusFor(reader.session), await statusFor(other.session)],
      [200, 404, 404]
    )
    await publish()
    assert.deepEqual(
      [await statusFor(author.session), await statusFor(reader.session), await statusFor(other.session)],
      [200, 200, 404]
    )
    assert.equal(await statusFor({}), 302)
  })

  for (const role of ROLES.filter((name) => name !== 's1st3ma')) {
    test(`${role} uploads none, neither to a new announcement nor to an old one`, async ({
      client,
      assert,
    }) => {
      const { session } = await makeSignedIn(role)
      const id = await makeAnnouncement()
      const [before, bytes] = [await countFiles(), await picture().png().toBuffer()]

      const answers = [
        await send(client, session, { bytes }),
        await send(client, session, { bytes }, { id, title: 'Ajeno' }),
      ]

      for (const answer of answers)
        assert.equal(answer.flashMessage('error'), 'No tiene permisos para realizar esta acción.')
      assert.equal(await countFiles(), before)
      assert.isNull(await row(`select 1 from announcements where image_file_id is not null`))
    })
  }

  test('thirty companies chosen beside a file all arrive', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const sites = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`site_ids[${at}]`, at + 1]))

    const response = await send(client, session, { bytes: await picture().png().toBuffer() }, sites)

    assert.deepEqual(fieldErrors(response), {})
    const { siteIds } = await oneRow<{ siteIds: unknown[] }>(`select site_ids from announcements`)
    assert.deepEqual(siteIds.map(Number), Object.values(sites))
  })
})
