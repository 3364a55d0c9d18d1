import { readdirSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { counted } from '#app/kernel/text/counted'

test.group('How many of what', () => {
  test('one is said in the singular, none and many in the plural', ({ assert }) => {
    const said = [0, 1, 2].map((count) => counted(count, 'aviso enviado', 'avisos enviados'))
    assert.deepEqual(said, ['0 avisos enviados', '1 aviso enviado', '2 avisos enviados'])
  })

  test('no message of a job joins a number to a plural by hand', ({ assert }) => {
    const jobs = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('_job.ts')
    )
    assert.isAbove(jobs.length, 20)
    for (const path of jobs)
      assert.notMatch(
        readFileSync(`app/${path}`, 'utf8'),
        /`[^`]*\$\{\w+\} (?!en |sin |con )[a-záéíóú]+s\b/,
        path
      )
  })
})
