import { useEffect, useRef, useState } from 'react'
import { showToast } from '~/layouts/flash_toasts'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import { isUsed, type PlanRow } from './plan_props'

type Branch = { rows: PlanRow[]; next: string | null }
type Branches = ReadonlyMap<string, Branch>

/** A line as it is drawn; `more` stands for the accounts of its parent that are not there yet. */
export type TreeLine =
  | { kind: 'row'; row: PlanRow; isOpen: boolean }
  | { kind: 'waiting' | 'more'; parent: string; level: number }

type Options = { nodes: PlanRow[]; search: string; usedOnly: boolean }

/**
 * Which lines of the plan are open and what lies under them, asked of the server when they are. `search` is what the
 * figures depend on: when it changes, the open lines are asked for again and stay open.
 */
export function usePlanTree({ nodes, search, usedOnly }: Options) {
  const [branches, setBranches] = useState<Branches>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const shownFor = useRef(search)

  async function load(parents: string[], how: 'add' | 'afresh', after = '') {
    const query = new URLSearchParams(search)
    for (const parent of parents) query.append('parents[]', parent)
    if (after) query.set('after', after)
    try {
      const answer = await callServer('GET', `${urlFor('accounts.plan.nodes')}?${query}`)
      const { data } = (await answer.json()) as { data: (Branch & { parent: string })[] }
      if (shownFor.current !== search) return
      setBranches((current) => {
        const next = new Map(how === 'afresh' ? [] : current)
        for (const { parent, ...branch } of data) {
          const before = after === '' ? [] : (next.get(parent)?.rows ?? [])
          next.set(parent, { ...branch, rows: [...before, ...branch.rows] })
        }
        return next
      })
    } catch (error) {
      console.error(error)
      showToast('error', 'No se han podido cargar las cuentas: inténtelo de nuevo.')
      setOpened((current) => new Set([...current].filter((key) => !parents.includes(key) || after !== '')))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again only when the figures are others
  useEffect(() => {
    if (shownFor.current === search) return
    shownFor.current = search
    setBranches(new Map())
    if (opened.size > 0) void load([...opened], 'afresh')
  }, [search])

  function toggle({ key }: PlanRow) {
    const isOpen = opened.has(key)
    const next = new Set(opened)
    if (isOpen) next.delete(key)
    else next.add(key)
    setOpened(next)
    if (!isOpen && !branches.has(key)) void load([key], 'add')
  }

  return {
    lines: linesOf(nodes, { branches, opened, usedOnly }),
    toggle,
    loadMore: (parent: string) => load([parent], 'add', branches.get(parent)?.next ?? ''),
    /** Asks for the open lines again: an account was opened, renamed or retired. */
    refresh: () => (opened.size > 0 ? load([...opened], 'afresh') : undefined),
    closeAll: () => setOpened(new Set()),
    isOpen: (key: string) => opened.has(key),
    hasOpen: opened.size > 0,
  }
}

type Shown = { branches: Branches; opened: ReadonlySet<string>; usedOnly: boolean }

function linesOf(rows: PlanRow[], shown: Shown): TreeLine[] {
  const { branches, opened, usedOnly } = shown
  return rows
    .filter((row) => !usedOnly || isUsed(row))
    .flatMap((row): TreeLine[] => {
      const isOpen = opened.has(row.key)
      const line: TreeLine = { kind: 'row', row, isOpen }
      if (!isOpen) return [line]
      const branch = branches.get(row.key)
      const level = row.level + 1
      if (!branch) return [line, { kind: 'waiting', parent: row.key, level }]
      const more: TreeLine[] = branch.next === null ? [] : [{ kind: 'more', parent: row.key, level }]
      return [line, ...linesOf(branch.rows, shown), ...more]
    })
}
