import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import type { ListOf } from '~/kit/list/list_types'
import type { MenuAction } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { LineOptions } from '../../expenses/note_lines/note_line_values'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'
import type { Template } from './expense_page'
import { expenseTabs, type NoteRow, ownTabs, type RequestRow } from './expense_rows'
import { NoteList } from './note_list'
import type { Policies } from './policies_dialog'
import { RequestList } from './request_list'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))
const AllowancesDialog = lazy(async () => ({
  default: (await import('./allowances_dialog')).AllowancesDialog,
}))
const PoliciesDialog = lazy(async () => ({ default: (await import('./policies_dialog')).PoliciesDialog }))
const TemplatesDialog = lazy(async () => ({ default: (await import('./templates_dialog')).TemplatesDialog }))

type Props = {
  tab: string
  /** Who reads it only sees their own notes. */
  isOwn: boolean
  notes: ListOf<NoteRow> | null
  orders: OrderListing | null
  requests: ListOf<RequestRow> | null
  options: LineOptions
  states: Option[]
  categories: Option[]
  notices: Option[]
  templates: Template[]
  policies: Policies | null
}

type Asked = 'create' | 'policies' | 'allowances' | 'templates' | null

export default function PayExpensesIndex({ tab, isOwn, notes, orders, requests, options, ...page }: Props) {
  const [asked, setAsked] = useState<Asked>(null)
  const tabs = isOwn ? ownTabs : expenseTabs
  if (orders)
    return (
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={tabs}
        title="Nota de gastos"
        storageKey="expense_orders"
        bufferUrl={urlFor('payexpenses.buffer')}
      />
    )
  const menu: MenuAction[] = page.policies
    ? [
        { label: 'Políticas de gasto', onSelect: () => setAsked('policies') },
        { label: 'Dietas y límites exentos', onSelect: () => setAsked('allowances') },
        { label: 'Plantillas de correo', onSelect: () => setAsked('templates') },
      ]
    : []
  const close = () => setAsked(null)
  return (
    <>
      {notes ? (
        <NoteList
          key={tab}
          tab={tab}
          notes={notes}
          tabs={tabs}
          filters={page}
          isOwn={isOwn}
          actions={<Button onClick={() => setAsked('create')}>Nueva nota</Button>}
          menu={menu}
        />
      ) : null}
      {requests ? <RequestList requests={requests} tabs={tabs} /> : null}
      <Suspense>
        {asked === 'create' ? <CreateDialog options={options} isOwn={isOwn} onClose={close} /> : null}
        {asked === 'policies' && page.policies ? (
          <PoliciesDialog policies={page.policies} categories={page.categories} onClose={close} />
        ) : null}
        {asked === 'allowances' && page.policies ? (
          <AllowancesDialog policies={page.policies} onClose={close} />
        ) : null}
        {asked === 'templates' ? <TemplatesDialog templates={page.templates} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
