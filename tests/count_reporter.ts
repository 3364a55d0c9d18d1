import type {
  FailureTreeGroupNode,
  FailureTreeSuiteNode,
  FailureTreeTestNode,
  NamedReporterContract,
} from '@japa/runner/types'

type Node = FailureTreeSuiteNode | FailureTreeGroupNode | FailureTreeTestNode

/**
 * The last lines of a run, in the plain form that any machine can count: each failure by its name with the first line of
 * its reason, then how many passed.
 */
export const countReporter: NamedReporterContract = {
  name: 'count',
  handler(runner) {
    process.on('exit', () => {
      const { aggregates, failureTree } = runner.getSummary()
      for (const line of failureTree.flatMap((suite) => failures(suite, []))) console.log(`failed: ${line}`)
      const { passed, failed, skipped, todo, regression } = aggregates
      console.log(`${passed + regression} passed, ${failed} failed, ${skipped + todo} skipped`)
    })
  },
}

function failures(node: Node, above: string[]): string[] {
  const path = [...above, node.type === 'test' ? node.title : node.name]
  const own = node.errors.map(({ error }) => `${path.join(' / ')}: ${firstLine(error)}`)
  return [...own, ...('children' in node ? node.children.flatMap((child) => failures(child, path)) : [])]
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n', 1)[0]
    ?.slice(0, 200) ?? ''
