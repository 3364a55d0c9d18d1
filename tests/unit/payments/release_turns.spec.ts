import { setTimeout } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ReleaseTurns } from '#app/payments/release/release_turns'

/** Groups that note what they do; what each awaits is let go by its name. */
function stageOf(orderIds: number[]) {
  const noted: string[] = []
  const doors = new Map<string, () => void>()
  const door = (name: string) => new Promise<void>((open) => doors.set(name, open))
  const open = async (name: string) => {
    doors.get(name)?.()
    await setTimeout(5)
  }
  return { turns: new ReleaseTurns(orderIds), noted, door, open }
}

test.group('The turns of a release', () => {
  test('the next group begins when the one before has its money, and the one after it when that has ended', async ({
    assert,
  }) => {
    const { turns, noted, door, open } = stageOf([1, 2, 3])
    const all = turns.inOrder([1, 2, 3], async (id, turn) => {
      noted.push(`${id} begins`)
      await door(`${id} checked`)
      turn.take([id])
      await door(`${id} written`)
      noted.push(`${id} ends`)
      return id
    })
    await setTimeout(5)
    assert.deepEqual(noted, ['1 begins'])
    await open('1 checked')
    assert.deepEqual(noted, ['1 begins', '2 begins'])
    await open('2 checked')
    assert.deepEqual(noted, ['1 begins', '2 begins'])
    await open('1 written')
    assert.deepEqual(noted, ['1 begins', '2 begins', '1 ends', '3 begins'])
    for (const name of ['3 checked', '3 written', '2 written']) await open(name)
    assert.deepEqual(await all, [1, 2, 3])
  })

  test('what a group took no later one counts, and what it gave back each does', async ({ assert }) => {
    const { turns, noted } = stageOf([1, 2, 3])
    await turns.inOrder([1, 2, 3], async (id, turn) => {
      noted.push(`${id} sees ${turn.waitingIds()}`)
      turn.take([id])
      if (id === 2) await turn.earlierEnded()
      if (id !== 1) return
      await setTimeout(5)
      turn.giveBack()
      noted.push('1 gives back')
    })
    assert.deepEqual(noted, ['1 sees 1,2,3', '2 sees 2,3', '1 gives back', '3 sees 3,1'])
  })

  test('after a failure no further group begins, and it is told once those under way have ended', async ({
    assert,
  }) => {
    const { turns, noted } = stageOf([1, 2, 3])
    await assert.rejects(
      () =>
        turns.inOrder([1, 2, 3], async (id, turn) => {
          turn.take([id])
          await setTimeout(id === 1 ? 5 : 20)
          if (id === 1) throw new Error('the database is gone')
          noted.push(`${id} ends`)
        }),
      'the database is gone'
    )
    assert.deepEqual(noted, ['2 ends'])
  })
})
