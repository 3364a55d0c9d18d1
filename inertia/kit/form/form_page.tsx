import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { ErrorSummary, type FieldPlace } from '~/kit/form/error_summary'
import { FormFoot } from '~/kit/form/form_foot'
import { submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'
import { PageHead } from '~/kit/page_head'
import styles from './form.module.css'

type Props = {
  title: string
  subtitle?: ReactNode
  form: FormState
  submitLabel?: string
  cancelHref?: string
  isDisabled?: boolean
  actions?: ReactNode
  /** Something beside the form: a preview, a help. */
  aside?: ReactNode
  /** Of a form in parts, where each field is: its errors name the part and lead to it. */
  placeOf?: (field: string) => FieldPlace | null
  children: ReactNode
}

/** A page that is one form: one column, labels above, errors at the field and a summary that jumps. */
export function FormPage({
  title,
  subtitle,
  form,
  submitLabel = 'Guardar',
  cancelHref,
  isDisabled,
  actions,
  aside,
  placeOf,
  children,
}: Props) {
  return (
    <>
      <Head title={title} />
      <PageHead title={title} subtitle={subtitle} back={cancelHref} actions={actions} />
      <div className={aside ? styles.beside : undefined}>
        <form
          ref={form.frame}
          noValidate
          className={styles.page}
          onKeyDown={submitOnKeys}
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          <ErrorSummary errors={form.errors} placeOf={placeOf} />
          <div className={styles.stack}>{children}</div>
          <FormFoot
            form={form}
            submitLabel={submitLabel}
            isDisabled={isDisabled}
            cancel={
              cancelHref ? (
                <Button component={Link} href={cancelHref} variant="default">
                  Cancelar
                </Button>
              ) : null
            }
          />
        </form>
        {aside ? <aside aria-label="Junto al formulario">{aside}</aside> : null}
      </div>
      <StepUpDialog form={form} />
    </>
  )
}
