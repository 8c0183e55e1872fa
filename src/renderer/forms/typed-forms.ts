// What was typed into the forms that ask for no operation, by form and field: no error, no
// navigation and no restart loses it. Drafts of operations are kept by drafts.ts. Never card data,
// keys or passwords: what looks like them stays in the window alone.
import { defineStore } from 'pinia'
import { computed, reactive, type WritableComputedRef } from 'vue'
import { holdsSecret, savedForm, type SavedForm, mostDrafts } from '#shared/bridge/drafts.ts'
import { cardNumbersAt } from '#shared/cards/card-free.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import { maskList, pastedForm } from '#shared/look-up-list.ts'
import { findPreference, keep } from '../api/preferences.ts'
import { rememberTyping, type TypedInto } from './typed-at.ts'
import { maySave } from './typed-fields.ts'

export type FormFields = Record<string, string>

/** What of a value is kept; empty when nothing is. */
function savedOf(form: string, name: string, value: string): string {
  if (form === pastedForm) return maskList(value)
  return maySave(name) && !holdsCardNumber(value) && !holdsSecret(value) ? value : ''
}

export const useTypedFormsStore = defineStore('typed-forms', () => {
  const forms = reactive(new Map<string, FormFields>())
  const typing = rememberTyping<string>((places) => keep('forms', toKeep(fieldsOf, places)))

  const fieldsOf = (form: string): Readonly<FormFields> => forms.get(form) ?? {}

  function type(form: string, name: string, value: string, now = Date.now()): void {
    const fields = forms.get(form)
    if (fields === undefined) forms.set(form, { [name]: value })
    else fields[name] = value
    typing.touch(form, form, now)
  }

  /** All of a form at once; none forgets it. */
  function replace(form: string, fields: FormFields, now = Date.now()): void {
    if (Object.keys(fields).length === 0) forget(form)
    else {
      forms.set(form, fields)
      typing.touch(form, form, now)
    }
  }

  /** Sent, saved or cleared by the person. */
  function forget(form: string): void {
    forms.delete(form)
    typing.forget(form)
  }

  /** Once, before any form is shown. */
  async function load(now: number): Promise<void> {
    for (const { form, at, fields } of (await findPreference('forms')) ?? [])
      if (typing.restore(form, form, at, now)) forms.set(form, fields)
  }

  const isTyped = (form: string): boolean =>
    Object.values(fieldsOf(form)).some((value) => value !== '')

  /** Null when nothing of before the restart stands there any more. */
  const restoredAt = (form: string): number | null =>
    isTyped(form) ? typing.restoredAt(form) : null

  const models = formModels(fieldsOf, type)
  return { fieldsOf, type, replace, ...models, isTyped, forget, load, restoredAt }
})

type FieldsOf = (form: string) => Readonly<FormFields>

/** What of a form a field, a choice or a box may be bound to. */
function formModels(fieldsOf: FieldsOf, type: (form: string, name: string, value: string) => void) {
  /** As a field's model. */
  const field = (form: () => string, name: string): WritableComputedRef<string> =>
    computed({
      get: () => fieldsOf(form())[name] ?? '',
      set: (value) => {
        type(form(), name, value)
      },
    })

  /** One of a few, or none of them. */
  const choice = <C extends string>(
    form: () => string,
    name: string,
    choices: readonly C[],
  ): WritableComputedRef<C | null> => {
    const text = field(form, name)
    return computed({
      get: () => choices.find((one) => one === text.value) ?? null,
      set: (value) => {
        text.value = value ?? ''
      },
    })
  }

  const flag = (form: () => string, name: string): WritableComputedRef<boolean> => {
    const text = field(form, name)
    return computed({
      get: () => text.value === 'yes',
      set: (isOn) => {
        text.value = isOn ? 'yes' : ''
      },
    })
  }

  return { field, choice, flag }
}

function toKeep(fieldsOf: FieldsOf, places: readonly TypedInto<string>[]): SavedForm[] {
  return places
    .flatMap(({ place: form, at }) => {
      const fields = Object.fromEntries(
        Object.entries(fieldsOf(form))
          .map(([name, value]) => [name, savedOf(form, name, value)] as const)
          .filter(([, value]) => value !== ''),
      )
      const draft = { form, at, fields }
      // One that can't be kept must not keep the others from it.
      const isKeepable = savedForm.safeParse(draft).success
      if (!isKeepable || Object.keys(fields).length === 0) return []
      return cardNumbersAt(draft).length > 0 ? [] : [draft]
    })
    .slice(0, mostDrafts)
}
