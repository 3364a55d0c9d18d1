import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorSummary } from '~/kit/form/error_summary'
import { submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'
import styles from './bare.module.css'

type Props = {
  title: string
  lead?: ReactNode
  form: FormState
  submitLabel: string
  /** Links under the button. */
  foot?: ReactNode
  /** Wide enough for two columns: the public forms. */
  isWide?: boolean
  children: ReactNode
}

/** A form in the card of a page without navigation: the way in, and the public pages. */
export function BareForm({ title, lead, form, submitLabel, foot, isWide = false, children }: Props) {
  const general = Object.fromEntries(Object.entries(form.errors).filter(([name]) => name === 'form'))
  return (
    <>
      <Head title={title} />
      <h1 className={styles.title} data-wide={isWide || undefined}>
        {title}
      </h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      <form
        noValidate
        className={styles.stack}
        onKeyDown={submitOnKeys}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <ErrorSummary errors={isWide ? form.errors : general} />
        {children}
        <Button type="submit" fullWidth loading={form.processing}>
          {submitLabel}
        </Button>
      </form>
      {foot ? <div className={styles.foot}>{foot}</div> : null}
    </>
  )
}
