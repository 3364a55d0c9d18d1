import { test } from '@japa/runner'
import { DomainError } from '#app/kernel/domain_error'
import { Turns } from '#app/kernel/turns'

const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test.group('Turns of long work', () => {
  test('others are answered while it goes on', async ({ assert }) => {
    const events: string[] = []
    setImmediate(() => events.push('other'))
    const turns = new Turns()
    for (let step = 0; step < 3; step++) {
      await turns.pass()
      busy(25)
    }
    events.push('done')
    assert.deepEqual(events, ['other', 'done'])
  })

  test('beyond its limit it is refused in its words, at its field', async ({ assert }) => {
    const turns = new Turns({ ms: 60, tooLong: 'Tarda demasiado.', field: 'pattern' })
    const error = await (async () => {
      for (;;) {
        await turns.pass()
        busy(25)
      }
    })().catch((thrown: unknown) => thrown)
    assert.instanceOf(error, DomainError)
    assert.deepInclude(error, { message: 'Tarda demasiado.', field: 'pattern' })
  })
})
