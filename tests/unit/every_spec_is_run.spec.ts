import { globSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

test.group('The suite', () => {
  test('every file of tests belongs to one suite', ({ assert }) => {
    const suites = app.rcFile.tests.suites.map(({ files }) => globSync(files as string[]))
    const runs = (file: string) => suites.filter((files) => files.includes(file)).length

    const files = globSync('tests/**/*.spec.ts')
    assert.isNotEmpty(files)
    assert.deepEqual(
      files.filter((file) => runs(file) !== 1),
      []
    )
  })
})
