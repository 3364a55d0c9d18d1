import { test } from '@japa/runner'
import { APART_LIMITS, ReadersApart } from '#app/files/apart/read_apart'
import { readTableApart } from '#app/imports/tables/read_table_apart'
import { DomainError } from '#app/kernel/domain_error'
import { hollowWorkbook } from '#tests/factories/workbooks'
import type * as strange from '#tests/unit/apart/strange_readers'

const asked = (name: keyof typeof strange, ...given: unknown[]) => ({
  module: '#tests/unit/apart/strange_readers',
  name,
  given,
})

test.group('Files read apart', (group) => {
  const opened: ReadersApart[] = []
  const open = (limits = APART_LIMITS, count = 2) => {
    const readers = new ReadersApart(limits, count)
    opened.push(readers)
    return readers
  }
  group.teardown(() => {
    for (const readers of opened) readers.close()
  })

  test('a workbook of a few kilobytes that unpacks to 200 MB is refused in words', async ({ assert }) => {
    const bomb = await hollowWorkbook(2_500_000)
    assert.isBelow(bomb.length, 1_000_000)
    const error = await readTableApart(bomb).catch((thrown: unknown) => thrown)
    assert.instanceOf(error, DomainError)
    assert.deepInclude(error, {
      field: 'file',
      message: 'El fichero ocupa más de 80 MB una vez descomprimido: divídalo en partes.',
    })
  })

  test('while one file is read without end others are answered, and it ends at its limit', async ({
    assert,
  }) => {
    const readers = open({ ...APART_LIMITS, timeoutMs: 4_000 })
    const events: string[] = []
    const endless = readers.read(asked('endless'), 'file').catch((error: unknown) => {
      events.push('ended')
      return error
    })
    events.push(String(await readers.read(asked('echo', 'another file'), 'file')))
    await new Promise((turn) => setImmediate(turn))
    events.push('a turn')

    const error = await endless
    assert.deepEqual(events, ['another file', 'a turn', 'ended'])
    assert.instanceOf(error, DomainError)
    assert.deepInclude(error, { field: 'file', message: APART_LIMITS.tooSlow })
    assert.equal(await readers.read(asked('echo', 'after'), 'file'), 'after')
  })

  test('one that takes all memory stops its process only', async ({ assert }) => {
    const readers = open({ ...APART_LIMITS, heapMbMax: 64 }, 1)
    const error = await readers.read(asked('greedy'), 'file').catch((thrown) => thrown)
    assert.instanceOf(error, DomainError)
    assert.deepInclude(error, { field: 'file', message: APART_LIMITS.tooLarge })
    assert.equal(await readers.read(asked('echo', 7), 'file'), 7)
  })

  test('refusals come back as they are, bugs as bugs', async ({ assert }) => {
    const readers = open(APART_LIMITS, 1)
    const thrownBy = (name: 'refusing' | 'failing') =>
      readers.read(asked(name), 'file').catch((error: unknown) => error)
    assert.deepInclude(await thrownBy('refusing'), {
      code: 'E_PAPER',
      message: 'Falta el papel.',
      field: 'paper',
    })
    const bug = await thrownBy('failing')
    assert.notInstanceOf(bug, DomainError)
    assert.match(String(bug), /a bug/)
  })

  test('long answers arrive whole and in parts', async ({ assert }) => {
    const readers = open(APART_LIMITS, 1)
    const entries = Array.from({ length: 4_321 }, (_, line) => ({ line, cells: ['a', String(line)] }))
    const file = {
      statements: [
        { entries, name: 'ñ' },
        { entries: [], name: '' },
      ],
      on: new Date(0),
      none: null,
    }
    assert.deepEqual(await readers.read(asked('echo', file), 'file'), file)
    assert.deepEqual(await readers.read(asked('echo', entries), 'file'), entries)
  })
})
