import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'
import { type KeyFigure, KeyFigures } from '~/kit/detail/key_figures'
import { DataList, type DataListProps } from '~/kit/list/data_list'
import type { RowBase } from '~/kit/list/list_types'
import { type MenuAction, PageHead } from '~/kit/page_head'
import styles from './list_page.module.css'

type Props<Row extends RowBase> = Omit<DataListProps<Row>, 'label'> & {
  title: string
  subtitle?: ReactNode
  back?: string
  actions?: ReactNode
  menu?: MenuAction[]
  figures?: KeyFigure[]
  /** Between the figures and the list: a notice, a chart. */
  notice?: ReactNode
  /** Dialogs of the page. */
  children?: ReactNode
}

/** A page that is one list: head, figures, tabs, filters, table and pager. A page declares; it draws nothing itself. */
export function ListPage<Row extends RowBase>(props: Props<Row>) {
  const { title, subtitle, back, actions, menu, figures, notice, children, ...list } = props
  return (
    <>
      <Head title={title} />
      <div className={styles.page}>
        <PageHead title={title} subtitle={subtitle} back={back} actions={actions} menu={menu} />
        {figures && figures.length > 0 ? <KeyFigures figures={figures} /> : null}
        {notice}
        <DataList {...list} label={title} />
      </div>
      {children}
    </>
  )
}
