import { test } from '@japa/runner'
import { announcementLines, announcementLink } from '../../../inertia/layouts/announcement_markup.js'
import {
  type Announcement,
  bellText,
  nextSequence,
  noAnnouncements,
  unreadCount,
} from '../../../inertia/layouts/announcement_sequence.js'
import { announcementType } from '../../../inertia/layouts/announcement_types.js'

const announcement = (id: number): Announcement => ({
  id,
  title: `Anuncio ${id}`,
  type: 'feature',
  icon: null,
  description: null,
  image_url: null,
  content: '',
  action_url: null,
  action_text: null,
})
const three = [announcement(1), announcement(2), announcement(3)]
const opened = nextSequence(noAnnouncements, { kind: 'loaded', announcements: three, opens: true })

test.group('Announcements', () => {
  test('the modal opens on the first unread, and stays shut when there is none', ({ assert }) => {
    assert.deepInclude(opened, { at: 0, isOpen: true })
    assert.isFalse(nextSequence(noAnnouncements, { kind: 'loaded', announcements: [], opens: true }).isOpen)
  })

  test('the arrows move within the list and never past its ends', ({ assert }) => {
    const second = nextSequence(opened, { kind: 'moved', step: 1 })
    assert.equal(second.at, 1)
    assert.equal(nextSequence(opened, { kind: 'moved', step: -1 }).at, 0)
    assert.lengthOf(second.unread, 3)
  })

  test('«Siguiente» goes on and keeps the list, so that the progress still counts them all', ({ assert }) => {
    const second = nextSequence(opened, { kind: 'advanced' })
    assert.deepInclude(second, { at: 1, isOpen: true })
    assert.lengthOf(second.unread, 3)
    assert.equal(unreadCount(second, new Set([1])), 2)
  })

  test('closing takes away the one in view and leaves the others for the bell', ({ assert }) => {
    const closed = nextSequence(nextSequence(opened, { kind: 'advanced' }), { kind: 'closed' })
    assert.deepEqual(
      closed.unread.map(({ id }) => id),
      [1, 3]
    )
    assert.isFalse(closed.isOpen)
    assert.equal(unreadCount(closed, new Set([1])), 1)
    assert.isTrue(nextSequence(closed, { kind: 'reopened' }).isOpen)
  })

  test('the last «Entendido» and «No mostrar más anuncios» clear the list', ({ assert }) => {
    assert.deepEqual(nextSequence(opened, { kind: 'finished' }), noAnnouncements)
    assert.deepEqual(nextSequence(opened, { kind: 'dismissed' }), noAnnouncements)
  })

  test('the bell says how many there are', ({ assert }) => {
    assert.equal(bellText(3), '3 nuevos anuncios')
    assert.equal(bellText(0), 'No hay anuncios nuevos')
  })

  test('bold, italic and line breaks are read, and HTML stays text', ({ assert }) => {
    assert.deepEqual(announcementLines('**Hola** y *adiós*\n<b>no</b>'), [
      [
        { text: 'Hola', style: 'bold' },
        { text: ' y ', style: 'plain' },
        { text: 'adiós', style: 'italic' },
      ],
      [{ text: '<b>no</b>', style: 'plain' }],
    ])
  })

  test('a button leads to an https address or to a path of ours, nowhere else', ({ assert }) => {
    assert.deepEqual(announcementLink('https://ejemplo.es/a'), {
      href: 'https://ejemplo.es/a',
      isExternal: true,
    })
    assert.deepEqual(announcementLink('/invoices?status=draft'), {
      href: '/invoices?status=draft',
      isExternal: false,
    })
    for (const url of ['//ejemplo.es', '/\\ejemplo.es', 'http://ejemplo.es', 'javascript:alert(1)', '']) {
      assert.isNull(announcementLink(url))
    }
  })

  test('every type has the label and the colour of the specification; one nobody knows is an «Anuncio»', ({
    assert,
  }) => {
    const looks = ['feature', 'improvement', 'bugfix', 'maintenance'].map((type) => {
      const { label, tone } = announcementType(type)
      return `${type}: ${label}, ${tone}`
    })

    assert.deepEqual(looks, [
      'feature: Nueva Funcionalidad, blue',
      'improvement: Mejora, green',
      'bugfix: Corrección, orange',
      'maintenance: Mantenimiento, grey',
    ])
    for (const type of ['other', '', 'constructor']) assert.equal(announcementType(type).label, 'Anuncio')
  })
})
