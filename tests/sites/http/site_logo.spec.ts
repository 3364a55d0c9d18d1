import { test } from '@japa/runner'
import sharp from 'sharp'
import { rows } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'

const picture = (colour: string) =>
  sharp({ create: { width: 1200, height: 300, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

test.group('Mark of a company', () => {
  test('is kept as a picture of ours, replaced, and taken away with its bytes', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')
    const send = async (bytes: Buffer) =>
      client
        .post(`/sites/${siteId}/logo`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .file('logo', bytes, { filename: 'logo.jpg' })
    const events = () =>
      rows<{ event: string }>(
        `select event from audit_events where object_type = 'site' and object_id = :siteId and event like 'site.logo%' order by id`,
        { siteId }
      )

    await send(await picture('#0f5c70'))
    const shown = await client.get(`/sites/${siteId}/logo`).withSession(session)
    await send(await picture('#aa0000'))
    const report = await client.get(`/sites/${siteId}/report?export=pdf`).withSession(session)
    await client.delete(`/sites/${siteId}/logo`).withSession(session).withCsrfToken().redirects(0)
    const gone = await client.get(`/sites/${siteId}/logo`).withSession(session).withInertia()

    shown.assertHeader('content-type', 'image/png')
    const { width, format } = await sharp(shown.body() as Buffer).metadata()
    assert.deepEqual([width, format], [900, 'png'])
    assert.include((report.body() as Buffer).toString('latin1'), '/Subtype /Image')
    assert.equal(gone.status(), 404)
    assert.deepEqual(
      (await events()).map(({ event }) => event),
      ['site.logo_changed', 'site.logo_changed', 'site.logo_removed']
    )
  })

  test('nothing but a picture is taken, and only s1st3ma puts it there', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const send = async (role: 's1st3ma' | 'aprobador', bytes: Buffer) =>
      client
        .post(`/sites/${siteId}/logo`)
        .withSession((await makeSignedIn(role)).session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .file('logo', bytes, { filename: 'logo.png' })

    await send('s1st3ma', Buffer.from('<svg onload="alert(1)"/>'))
    await send('s1st3ma', Buffer.from('%PDF-1.7 nada'))
    await send('aprobador', await picture('#0f5c70'))

    const [site] = await rows<{ logo: number | null }>(
      `select logo_file_id as logo from sites where id = :siteId`,
      { siteId }
    )
    assert.isNull(site?.logo)
  })
})
