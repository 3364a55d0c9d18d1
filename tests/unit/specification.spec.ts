import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'

type Named = { section: string; file: string; name: string }

/** The rows of the document that says which test holds which line of the specification. */
function namedTests(): Named[] {
  return readFileSync('docs/specification-tests.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, section = '', , file = '', name = '']) => ({ section, file, name }))
}

/** Names of the tests of a file as they stand in its code. */
function testNames(file: string): string[] {
  const code = readFileSync(`tests/${file}`, 'utf8')
  return Array.from(code.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g), ([, plain, template]) =>
    (plain ?? template ?? '').replaceAll("\\'", "'")
  )
}

test.group('The specification', () => {
  test('every test that its document names exists in the file it names', ({ assert }) => {
    const gone = namedTests().filter(({ file, name }) => !testNames(file).includes(name))

    assert.deepEqual(gone, [])
  })

  test('each of its sections on the frame has tests', ({ assert }) => {
    const sections = new Set(namedTests().map(({ section }) => section))

    assert.includeMembers([...sections], ['2.1', '2.2', '2.3', '3', '4', '5', '6', '7', '8', '9'])
  })
})
