import type {
  FailureTreeGroupNode,
  FailureTreeSuiteNode,
  FailureTreeTestNode,
  NamedReporterContract,
} from '@japa/runner/types'

type Node = FailureTreeSuiteNode | FailureTreeGroupNode | FailureTreeTestNode

const SLOWEST = Number(process.env.SLOWEST ?? 15)

/**
 * The last lines of a run, in the plain form that any machine can count: where the time of the tests went, each failure by
 * its name with the first line of its reason, then how many passed.
 */
export const countReporter: NamedReporterContract = {
  name: 'count',
  handler(runner, emitter) {
    const spent = new Map<string, number>()
    const suites = new Map<string, number>()
    emitter.on('test:end', ({ meta, duration }) => {
      const file = String(meta.fileName ?? '').replace(`${process.cwd()}/`, '')
      spent.set(file, (spent.get(file) ?? 0) + duration)
      const suite = String(meta.suite?.name ?? '')
      suites.set(suite, (suites.get(suite) ?? 0) + duration)
    })
    process.on('exit', () => {
      for (const line of slowest(suites)) console.log(`suite: ${line}`)
      for (const line of slowest(spent)) console.log(`slow: ${line}`)
      const { aggregates, failureTree } = runner.getSummary()
      for (const line of failureTree.flatMap((suite) => failures(suite, []))) console.log(`failed: ${line}`)
      const { passed, failed, skipped, todo, regression } = aggregates
      console.log(`${passed + regression} passed, ${failed} failed, ${skipped + todo} skipped`)
    })
  },
}

/** The longest first, in seconds. */
const slowest = (spent: Map<string, number>): string[] =>
  [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1)} s ${name}`)

function failures(node: Node, above: string[]): string[] {
  const path = [...above, node.type === 'test' ? node.title : node.name]
  const own = node.errors.map(({ error }) => `${path.join(' / ')}: ${firstLine(error)}`)
  return [...own, ...('children' in node ? node.children.flatMap((child) => failures(child, path)) : [])]
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n', 1)[0]
    ?.slice(0, 200) ?? ''
