// Opens every closed part (DetailsBox.vue) that an element stands in, so that the element can take
// the focus.

export function openAround(element: Element | null | undefined): void {
  for (let part = element?.closest('details'); part; part = part.parentElement?.closest('details'))
    part.open = true
}
