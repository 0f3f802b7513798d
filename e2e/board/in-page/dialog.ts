/** The dialog that is open on top of a page. */
export interface OpenDialog {
  readonly name: string;
  /** Equal in dialogs that have the same elements, with other words and values. */
  readonly form: string;
}
