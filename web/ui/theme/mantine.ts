// The styles of the parts in use and no others: all of Mantine's are 42 kB compressed. In a layer, so that every
// rule of ours wins, whatever the order in which chunks bring them. The order here is Mantine's. These are what the
// sign-in page has; mantine-console.ts and mantine-dialogs.ts have more; what one part alone has, it imports itself.
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Tabs.layer.css'
