import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { DrawingChild } from '#app/invoices/drawing/draw_in_child'

const wanted = async () => ({
  bytes: await readFile('tests/reading/files/syn-bodega-1.pdf'),
  mime: 'application/pdf',
  pageIndex: 0,
  widthPx: 400,
})

test.group('Drawing pages', () => {
  test('a page that takes too long is given up, and the next one is drawn', async ({ assert }) => {
    const folder = await mkdtemp(join(tmpdir(), 'drawing-'))
    const silent = join(folder, 'silent.mjs')
    await writeFile(
      silent,
      `process.on('message', () => {}); process.on('disconnect', () => process.exit(0))`
    )
    const stuck = new DrawingChild({ timeoutMs: 300, idleMs: 1_000, entry: silent })
    const healthy = new DrawingChild()

    await assert.rejects(async () => stuck.draw(await wanted()), /ha tardado demasiado/)
    await assert.rejects(async () => stuck.draw(await wanted()), /ha tardado demasiado/)
    assert.exists(await healthy.draw(await wanted()))

    healthy.close()
    stuck.close()
    await rm(folder, { recursive: true })
  })

  test('a file that is no document is refused and harms nobody', async ({ assert }) => {
    const drawer = new DrawingChild()

    await assert.rejects(
      async () => drawer.draw({ ...(await wanted()), bytes: Buffer.from('%PDF-1.7 nada') }),
      /no se puede dibujar/
    )
    assert.isNull(await drawer.draw({ ...(await wanted()), pageIndex: 9 }))
    assert.exists(await drawer.draw(await wanted()))

    drawer.close()
  })

  test('more pages than can wait are refused', async ({ assert }) => {
    const drawer = new DrawingChild()
    const page = await wanted()

    const tries = await Promise.allSettled(Array.from({ length: 45 }, () => drawer.draw(page)))

    assert.equal(tries.filter(({ status }) => status === 'rejected').length, 5)
    drawer.close()
  })
})
