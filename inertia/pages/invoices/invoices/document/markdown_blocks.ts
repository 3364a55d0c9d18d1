export type MarkdownBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'page'; text: string }

/** Parts of the Markdown the reader writes: headings, tables and paragraphs of each page, without marks. */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  return markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^-{3,}$/.test(part))
    .map(blockOf)
}

function blockOf(part: string): MarkdownBlock {
  const comment = /^<!--\s*(.*?)\s*-->$/.exec(part)
  if (comment) return { kind: 'page', text: comment[1] ?? '' }
  const heading = /^#{1,6}\s+(.*)$/s.exec(part)
  if (heading) return { kind: 'heading', text: unescaped(heading[1] ?? '') }
  const lines = part.split('\n')
  if (lines.every((line) => line.startsWith('|'))) {
    return { kind: 'table', rows: lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map(cellsOf) }
  }
  return { kind: 'paragraph', text: unescaped(part) }
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => unescaped(cell.trim()))
}

const unescaped = (text: string) => text.replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1')
