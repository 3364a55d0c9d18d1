import { useEffect, useState } from 'react'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { callServer } from '~/plain_call'
import { asksEmail, type RecipientField, type RecipientKind, type RecipientValues } from './recipient_types'

type Options = {
  /** Where the fields of a currency and country are asked for. */
  formUrl: string
  storeUrl: string
  currency: string | null
  onSuccess?: () => void
  leaving: 'ask' | 'allow'
}

type Answer = { data: { kinds: RecipientKind[] } | null; message: string | null }

/**
 * The form of a new beneficiary, whose fields the bank tells: they are asked for by currency and country, and anew when one
 * of them decides which others there are. What is typed stays for every field that is still there.
 */
export function useRecipientForm({ formUrl, storeUrl, currency, onSuccess, leaving }: Options) {
  const initial: RecipientValues = {
    currency,
    country: null,
    kind: null,
    name: '',
    email: '',
    reference: '',
    values: {},
  }
  const form = useFormSubmission({
    initial,
    url: storeUrl,
    leaving,
    ...(onSuccess ? { onSuccess } : {}),
    transform: ({ values, email, ...typed }) => ({
      ...typed,
      email: asksEmail(kind) ? null : email,
      kind: kindIn(kinds, typed.kind)?.code ?? null,
      values: kept(values),
    }),
  })
  const { kinds, message, isAsking, ask } = useFields(formUrl, form.values)
  const kind = kindIn(kinds, form.values.kind)
  const kept = (values: Record<string, string>) =>
    Object.fromEntries((kind?.fields ?? []).map(({ key }) => [key, values[key] ?? '']))
  return {
    form,
    kinds,
    kind,
    message,
    isAsking,
    askAgain: () => ask(form.values),
    setField({ key, changesOthers }: RecipientField, value: string) {
      const values = { ...form.values.values, [key]: value }
      form.set({ values })
      if (changesOthers) ask({ ...form.values, values })
    },
    setKind(code: string | null) {
      form.set({ kind: code })
      ask({ ...form.values, kind: code })
    },
  }
}

const kindIn = (kinds: RecipientKind[], code: string | null): RecipientKind | null =>
  kinds.find((one) => one.code === code) ?? kinds[0] ?? null

type Asked = Pick<RecipientValues, 'currency' | 'country' | 'kind' | 'values'>

/** The fields that the bank asks for now. An answer that was overtaken by a newer question is dropped. */
function useFields(url: string, { currency, country }: Asked) {
  const [state, setState] = useState<{ kinds: RecipientKind[]; message: string | null; isAsking: boolean }>({
    kinds: [],
    message: null,
    isAsking: false,
  })
  const [turn] = useState(() => ({ now: 0 }))
  function ask(asked: Asked) {
    if (!asked.currency) return
    turn.now++
    const mine = turn.now
    const hear = (kinds: RecipientKind[] | null, message: string | null) => {
      if (mine !== turn.now) return
      setState((before) => ({ kinds: kinds ?? before.kinds, message, isAsking: false }))
    }
    setState((before) => ({ ...before, isAsking: true }))
    const { currency: of, country: where, kind, values } = asked
    callServer('POST', url, { currency: of, country: where, kind, values })
      .then((response) => response.json() as Promise<Answer>)
      .then(
        ({ data, message }) => hear(data?.kinds ?? null, message),
        () => hear(null, 'No se han podido cargar los campos.')
      )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another currency or country is another form
  useEffect(() => {
    setState((before) => ({ ...before, kinds: [] }))
    ask({ currency, country, kind: null, values: {} })
  }, [currency, country, url])
  return { ...state, ask }
}
