/** A question of a form, above the labels of its fields; in a dialog below the title. */
export const questionStyle = 'mb-2 text-lg font-semibold [dialog_&]:text-base'
