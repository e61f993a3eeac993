export function mount(host){ host.textContent="…"; return {show(){},dispose(){}}; }
