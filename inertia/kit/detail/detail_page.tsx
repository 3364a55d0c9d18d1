import { Head } from '@inertiajs/react'
import { Tabs } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTabInView } from '~/kit/detail/use_tab_in_view'
import { PartHold } from '~/kit/form/use_leave_guard'
import { type MenuAction, PageHead } from '~/kit/page_head'
import styles from './detail.module.css'

type Tab = { value: string; label: string; content: ReactNode }

type Props = {
  title: string
  subtitle?: ReactNode
  status?: ReactNode
  back?: string
  actions?: ReactNode
  menu?: MenuAction[]
  /** Right: state, what is next and who may do it, timeline. */
  rail?: ReactNode
  /** `document` gives both halves the same room, for a document on the left and its form on the right. */
  shape?: 'facts' | 'document'
  /** The tab lives in `?tab=`, so that a view can be sent to a colleague. */
  tabs?: Tab[]
  children?: ReactNode
}

/** One thing in full: its document or facts on the left, a rail on the right. */
export function DetailPage({ title, rail, shape = 'facts', tabs, children, ...head }: Props) {
  return (
    <>
      <Head title={title} />
      <PageHead title={title} {...head} />
      <div className={styles.detail} data-shape={rail ? shape : 'single'}>
        <div className={styles.left}>
          {children}
          {tabs ? <TabbedParts tabs={tabs} /> : null}
        </div>
        {rail ? (
          <aside className={styles.rail} aria-label="Estado e historial">
            {rail}
          </aside>
        ) : null}
      </div>
    </>
  )
}

type Tabbed = {
  tabs: Tab[]
  /** Holds one in view for as long as something in it needs to be; choosing another asks `onLeave` whether it may go. */
  held?: string | null
  onLeave?: () => boolean
  /** The one in view, where the page keeps it itself: a form that shows the part with an error. */
  chosen?: string
  onChoose?: (tab: string) => void
}

/** Parts of a page under tabs: the one in view is drawn, and those in which something is typed and not saved are kept. */
export function TabbedParts({ tabs, held = null, onLeave, chosen, onChoose }: Tabbed) {
  const [value, setValue] = useState(() => {
    const asked = new URLSearchParams(window.location.search).get('tab')
    return tabs.some((tab) => tab.value === asked) ? asked : (tabs[0]?.value ?? null)
  })
  const { unsaved, hold } = useUnsavedParts()
  const shown = held ?? chosen ?? value
  const row = useTabInView(shown)
  function choose(tab: string | null) {
    if (held !== null && tab !== held && onLeave?.() === false) return
    setValue(tab)
    if (tab !== null) onChoose?.(tab)
    const url = new URL(window.location.href)
    url.searchParams.set('tab', tab ?? '')
    window.history.replaceState(window.history.state, '', url)
  }
  // A part that is kept stays as it is drawn: the other way to keep it would draw it anew once something is typed.
  return (
    <Tabs value={shown} onChange={choose} keepMounted={false} keepMountedMode="display-none">
      <Tabs.List ref={row} mb="md" className={styles.tabs}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {unsaved.has(tab.value) ? <span className={styles.unsaved}> · sin guardar</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} keepMounted={unsaved.has(tab.value)}>
          <HeldPart tab={tab.value} hold={hold}>
            {tab.content}
          </HeldPart>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Which parts have something typed and not saved, and how a form in one says so. */
function useUnsavedParts() {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const hold = useCallback((tab: string) => {
    const add = (count: number) =>
      setCounts((current) => ({ ...current, [tab]: (current[tab] ?? 0) + count }))
    add(1)
    return () => add(-1)
  }, [])
  return { unsaved: new Set(Object.keys(counts).filter((tab) => (counts[tab] ?? 0) > 0)), hold }
}

type Held = { tab: string; hold: (tab: string) => () => void; children: ReactNode }

function HeldPart({ tab, hold, children }: Held) {
  const holdPart = useCallback(() => hold(tab), [tab, hold])
  return <PartHold value={holdPart}>{children}</PartHold>
}

/** A titled part of a rail or of a page, separated by a rule. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Facts of a thing: terms and values in two columns. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
